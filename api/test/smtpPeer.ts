import type { AddressInfo, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { SMTPServer, type SMTPServerSession } from "smtp-server";
import PostalMime, { type Email } from "postal-mime";
import { selfSigned } from "./selfSigned.ts";

/** What a mail server can do to its client, by phase. */
export type Behaviour =
  | "takes everything"
  | "takes its time"
  | "turns away the connection"
  | "hangs before its greeting"
  | "refuses the recipient for now"
  | "refuses the recipient for good"
  | "refuses the mail for now"
  | "refuses the mail for good"
  | "hangs in the mail"
  | "drops the line in the mail"
  | "takes the mail and drops the line before it says so";

export interface SmtpPeer {
  url: string;
  /** Complete mails in the order they were accepted, duplicates included. */
  received: Email[];
  /** How many of them came over TLS. */
  secured(): number;
  /** The EHLO names of the clients that logged in or sent mails. */
  greetings: ReadonlySet<string>;
  behave(behaviour: Behaviour): void;
  close(): Promise<void>;
}

const refusal = (responseCode: number, text: string) =>
  Object.assign(new Error(text), { responseCode });

/** Starts a real mail server that misbehaves on demand. With `password` any user can log in; the certificate is self-signed. */
export async function smtpPeer(password?: string, { startTls = false } = {}): Promise<SmtpPeer> {
  let behaviour: Behaviour = "takes everything";
  const received: Email[] = [];
  let secured = 0;
  const greetings = new Set<string>();
  const sockets = new Set<Socket>();
  const hangUp = ({ remotePort }: SMTPServerSession) => {
    for (const socket of sockets) if (socket.remotePort === remotePort) socket.destroy();
  };
  const server = new SMTPServer({
    authOptional: password === undefined,
    disabledCommands: startTls ? [] : ["STARTTLS"],
    ...selfSigned,
    onAuth({ username, password: given }, session, done) {
      greetings.add(session.hostNameAppearsAs);
      if (given === password) return done(null, { user: username });
      done(refusal(535, "Wrong password"));
    },
    disableReverseLookup: true,
    onConnect(_session, done) {
      if (behaviour === "hangs before its greeting") return;
      done(behaviour === "turns away the connection" ? refusal(421, "Too busy") : null);
    },
    onRcptTo(_address, _session, done) {
      if (behaviour === "refuses the recipient for now") return done(refusal(450, "Mailbox busy"));
      if (behaviour === "refuses the recipient for good") return done(refusal(550, "No such user"));
      done();
    },
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      if (behaviour === "hangs in the mail") return;
      stream.on("data", (part: Buffer) => {
        parts.push(part);
        if (behaviour === "drops the line in the mail") hangUp(session);
      });
      stream.on("end", () => {
        if (session.secure) secured++;
        greetings.add(session.hostNameAppearsAs);
        if (behaviour === "refuses the mail for now") return done(refusal(451, "Try later"));
        if (behaviour === "refuses the mail for good") return done(refusal(554, "Not wanted"));
        if (behaviour === "drops the line in the mail") return;
        const answer = async () => {
          if (behaviour.endsWith("drops the line before it says so")) return hangUp(session);
          if (behaviour === "takes its time") await sleep(300);
          done();
        };
        void PostalMime.parse(Buffer.concat(parts))
          .then((mail) => received.push(mail))
          .then(answer);
      });
    },
  });
  // Clients that disconnect in the middle are expected here.
  server.on("error", () => {});
  server.server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    secured: () => secured,
    greetings,
    behave: (next) => {
      behaviour = next;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
