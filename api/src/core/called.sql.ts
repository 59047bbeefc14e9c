import { sql, type RawBuilder } from "kysely";

/**
 * In SQL, a person's display name: first and last name, or the username if both are missing. `users` is the table or its alias;
 * null if a join matched no row.
 */
export function called(users: string): RawBuilder<string> {
  const of = (column: string) => sql.ref(`${users}.${column}`);
  const name = sql`trim(concat(${of("first_name")}, ' ', ${of("last_name")}))`;
  return sql<string>`coalesce(nullif(${name}, ''), ${of("username")})`;
}
