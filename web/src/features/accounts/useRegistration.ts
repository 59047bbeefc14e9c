import { zodResolver } from "@hookform/resolvers/zod";
import {
  companyName,
  newPassword,
  personName,
  phone,
  phoneFault,
} from "@tonneline/contract/accounts";
import { email } from "@tonneline/contract/shapes";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { paths } from "../../lib/paths.ts";
import { isRefusal } from "../../lib/api.ts";
import { useFormSubmission } from "../../lib/useFormSubmission.ts";
import { useRegister } from "./accounts.queries.ts";
import {
  clearRegistrationDraft,
  saveRegistrationDraft,
  loadRegistrationDraft,
} from "./registration.draft.ts";
import { referralOf, type carriedParams } from "./carriedParams.ts";

const form = z.object({
  firstName: personName,
  lastName: personName,
  companyName: z.union([z.literal(""), companyName]),
  username: email,
  phone: z.union([z.literal(""), phone], { error: phoneFault }),
  password: newPassword,
});
const blank = {
  firstName: "",
  lastName: "",
  companyName: "",
  username: "",
  phone: "",
  password: "",
};

const withoutPassword = ({ password: _password, ...others }: typeof blank) => others;

/** The input of a registration and its submission; `isTaken` if the address has an account. */
export function useRegistration(carried: ReturnType<typeof carriedParams>) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const register = useRegister();
  const fields = useForm({
    resolver: zodResolver(form),
    defaultValues: { ...blank, ...loadRegistrationDraft() },
    mode: "onTouched",
    shouldFocusError: false,
  });
  const draft = useWatch({ control: fields.control, compute: withoutPassword });
  useEffect(() => saveRegistrationDraft(draft), [draft]);
  const { onSubmit, summary } = useFormSubmission(fields, {
    firstName: t("account.registration.firstName"),
    lastName: t("account.registration.lastName"),
    companyName: t("account.registration.company"),
    username: t("account.registration.email"),
    phone: t("account.registration.phone"),
    password: t("accounts.login.password"),
  });

  const submit = onSubmit(async ({ phone: number, companyName: company, ...rest }) => {
    const body = {
      ...rest,
      ...(number && { phone: number }),
      ...(company && { companyName: company }),
    };
    const created = await register.mutateAsync({ body, query: referralOf(carried) });
    clearRegistrationDraft();
    await navigate({
      to: paths.registrationSuccess,
      search: carried,
      state: { username: created.username },
    });
  });
  return { fields, submit, summary, isTaken: isRefusal(register.error, "ALREADY_REGISTERED") };
}
