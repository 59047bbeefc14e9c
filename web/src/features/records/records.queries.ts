import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { resendMail } from "@tonneline/contract/mails";
import { records, type RecordType } from "@tonneline/contract/records";
import { call } from "../../lib/api.ts";

/** A record by its type and id. */
export interface Named {
  type: RecordType;
  id: number;
}

const refreshEveryMs = 5000;
/** Under which the trails of all records are kept. */
export const trailsKey = ["management", "records"];
const keyOf = ({ type, id }: Named) => [...trailsKey, type, id];
const paramsOf = ({ id }: Named) => ({ params: { id: String(id) } });

/** Notes, activity and mails of a record, as colleagues add to them. */
export function useTrail(record: Named) {
  return useQuery({
    queryKey: keyOf(record),
    queryFn: ({ signal }) => call(records[record.type].read, paramsOf(record), { signal }),
    refetchInterval: refreshEveryMs,
  });
}

/** Asks again for what is told of the record that is shown: it was acted on. */
export function useRefreshTrails() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: trailsKey });
}

/** Who else looks at a record; asking says that the caller does. */
export function useVisitors(record: Named) {
  const { data } = useQuery({
    queryKey: [...keyOf(record), "visitors"],
    queryFn: ({ signal }) => call(records[record.type].visit, paramsOf(record), { signal }),
    refetchInterval: refreshEveryMs,
    staleTime: 0,
  });
  return data?.others ?? [];
}

/** What can be added to a record: each shows at once. */
export function useTrailSteps(record: Named) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: keyOf(record) });
  const { note, drop } = records[record.type];
  return {
    write: useMutation({
      mutationFn: (body: { text: string; mentions: number[] }) =>
        call(note, { ...paramsOf(record), body }),
      onSettled,
    }),
    drop: useMutation({
      mutationFn: (noteId: number) =>
        call(drop, { params: { id: String(record.id), noteId: String(noteId) } }),
      onSettled,
    }),
    resend: useMutation({
      mutationFn: (mailId: number) => call(resendMail, { params: { id: String(mailId) } }),
      onSettled,
    }),
  };
}
