import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../lib/failure.ts";
import { paths } from "../../lib/paths.ts";
import { showToast } from "../../ui/toast.tsx";
import { useSetCartVintage } from "./cart.queries.ts";

/** Puts what another page has sent along into the cart, once; says what could not be had. True while it is under way. */
export function useTakeUp(): boolean {
  const { t } = useTranslation();
  const again = useLocation({ select: ({ state }) => state.again });
  const navigate = useNavigate();
  const { mutateAsync: set } = useSetCartVintage();
  const taken = useRef<unknown>(undefined);

  useEffect(() => {
    if (!again || taken.current === again) return;
    taken.current = again;
    void Promise.allSettled(again.map((line) => set(line))).then((results) => {
      const [refused, ...others] = results.filter(({ status }) => status === "rejected");
      if (refused?.status === "rejected") {
        const values = { count: others.length + 1, reason: reasonOf(refused.reason) };
        showToast({ tone: "warn", text: t("cart.again.refused", values) });
      }
      // A reload must not put them in once more.
      void navigate({ to: paths.cart, state: {}, replace: true });
    });
  }, [again, navigate, set, t]);
  return again !== undefined;
}
