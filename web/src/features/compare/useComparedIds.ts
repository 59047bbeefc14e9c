import { useNavigate, useRouterState } from "@tanstack/react-router";
import { useMemo } from "react";
import { maxCompared } from "../catalogue/compared.ts";

/** Returns the vintage ids in the URL, in order, without duplicates and at most six; and a setter for them. */
export function useComparedIds(): [number[], (ids: readonly number[]) => void] {
  const text = useRouterState({ select: (state) => state.location.searchStr });
  const navigate = useNavigate();
  const ids = useMemo(() => {
    const named = (new URLSearchParams(text).get("v") ?? "").split(",");
    const numbers = named.filter((one) => /^[1-9]\d{0,8}$/.test(one)).map(Number);
    return [...new Set(numbers)].slice(0, maxCompared);
  }, [text]);
  const change = (next: readonly number[]) =>
    void navigate({ to: ".", search: { v: next.join() }, replace: true, resetScroll: false });
  return [ids, change];
}
