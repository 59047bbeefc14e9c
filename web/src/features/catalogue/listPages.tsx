import { ProjectListPage } from "./ProjectListPage.tsx";

// One component a list: going from one to another starts it anew, as nothing of a list fits the next.
export const SpotPage = () => <ProjectListPage category="CREDIT_SALE" />;
export const FinancingPage = () => <ProjectListPage category="FINANCING" />;
export const SponsoringPage = () => <ProjectListPage category="SPONSORING" />;
