import { sql, type RawBuilder } from "kysely";

/**
 * In SQL, what people are called: first and last name, or the username of who has neither. `users` is the table, or what
 * it is called in the statement; null where a join found nobody.
 */
export function called(users: string): RawBuilder<string> {
  const of = (column: string) => sql.ref(`${users}.${column}`);
  const name = sql`trim(concat(${of("first_name")}, ' ', ${of("last_name")}))`;
  return sql<string>`coalesce(nullif(${name}, ''), ${of("username")})`;
}
