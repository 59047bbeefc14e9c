import type {
  MySupportRequest,
  MySupportThread,
  SupportMessages,
  SupportRequest,
  SupportStatus,
  SupportThread,
} from "@tonneline/contract/support";
import type { MessageRow, RequestRow } from "./support.sql.ts";

/** Renders a request for the operators' list. */
export function view(row: RequestRow): SupportRequest {
  const { project_id: projectId, project_name: projectName } = row;
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    topic: row.topic,
    message: row.message,
    status: row.status as SupportStatus,
    username: row.username,
    project:
      projectId !== null && projectName !== null ? { id: projectId, name: projectName } : null,
    orderId: row.order_id,
    note: row.note,
    doneAt: row.done_at?.toISOString() ?? null,
    doneBy: row.done_by_name,
    createdAt: row.created_at.toISOString(),
    version: row.version,
  };
}

/** Renders a request with its messages and their authors' names. */
export function thread(row: RequestRow, messages: readonly MessageRow[]): SupportThread {
  const writer = `${row.first_name} ${row.last_name}`;
  return {
    ...view(row),
    messages: messagesView(
      messages,
      writer,
      (message) => `${message.first_name} ${message.last_name}`,
    ),
  };
}

/** Renders a request for its writer's list. */
export function mine(row: RequestRow): MySupportRequest {
  const { id, topic, message, status, project, orderId, createdAt } = view(row);
  return { id, topic, message, status, project, orderId, createdAt };
}

/** Like `mine`, with messages. The writer sees operators' first names only, and none if the account was erased. */
export function myThread(row: RequestRow, messages: readonly MessageRow[]): MySupportThread {
  const writer = `${row.first_name} ${row.last_name}`;
  return {
    ...mine(row),
    messages: messagesView(messages, writer, (message) =>
      message.erased_at ? "" : (message.first_name ?? ""),
    ),
  };
}

function messagesView(
  messages: readonly MessageRow[],
  writer: string,
  operatorOf: (message: MessageRow) => string,
): SupportMessages {
  return messages.map((message) => ({
    id: message.id,
    from: message.operator_id === null ? "WRITER" : "OPERATOR",
    name: message.operator_id === null ? writer : operatorOf(message),
    text: message.text,
    createdAt: message.created_at.toISOString(),
  }));
}
