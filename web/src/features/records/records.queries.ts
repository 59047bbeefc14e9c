import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { resendMail } from "@tonneline/contract/mails";
import { records, type RecordType } from "@tonneline/contract/records";
import { call } from "../../lib/api.ts";
import { callOnce } from "../../lib/callOnce.ts";

/** A record by type and id. */
export interface Named {
  type: RecordType;
  id: number;
}

const refreshEveryMs = 5000;
/** Prefix of the query keys of all trails. */
export const trailsKey = ["management", "records"];
const keyOf = ({ type, id }: Named) => [...trailsKey, type, id];
const paramsOf = ({ id }: Named) => ({ params: { id: String(id) } });

/** The notes, activity and mails of a record, kept up to date. */
export function useTrail(record: Named) {
  return useQuery({
    queryKey: keyOf(record),
    queryFn: ({ signal }) => call(records[record.type].read, paramsOf(record), { signal }),
    refetchInterval: refreshEveryMs,
  });
}

/** Returns a function that refetches the trail of the open record, after an action on it. */
export function useRefreshTrails() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: trailsKey });
}

/** Who else is viewing a record; the request also registers the caller as a viewer. */
export function useVisitors(record: Named) {
  const { data } = useQuery({
    queryKey: [...keyOf(record), "visitors"],
    queryFn: ({ signal }) => call(records[record.type].visit, paramsOf(record), { signal }),
    refetchInterval: refreshEveryMs,
    staleTime: 0,
  });
  return data?.others ?? [];
}

/** The actions that add to a record's trail; each refetches it. */
export function useTrailSteps(record: Named) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: keyOf(record) });
  const { note, drop } = records[record.type];
  return {
    write: useMutation({
      mutationFn: (body: { text: string; mentions: number[] }) =>
        callOnce(note, { ...paramsOf(record), body }),
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
