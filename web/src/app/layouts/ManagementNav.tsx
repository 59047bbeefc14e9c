import { Menu, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { IconChevronDown, IconChevronRight, IconSearch } from "@tabler/icons-react";
import { Link, useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "../../lib/session.ts";
import {
  managementAt,
  managementFor,
  managementGroups,
  managementPages,
  type ManagementGroup,
  type ManagementKey,
} from "../managementPages.ts";
import { paths } from "../../lib/paths.ts";
import { openPalette } from "../palette/palette.ts";
import { groupIcons } from "./groupIcons.ts";
import type { NavProps } from "./NavButtons.tsx";
import { useOpenWork, type OpenWork } from "./openWork.ts";
import "../../locales/en/management.ts";
import styles from "./SideNav.module.css";

// Otherwise a link marks itself on every page below its path: Projects on the page of imports.
const exactly = { exact: true };

/** The operators' navigation in collapsible groups, with grey counts of open work. */
export function ManagementNav({ folded, onGo }: NavProps) {
  const { t } = useTranslation();
  const user = useUser();
  const here = useLocation({ select: ({ pathname }) => managementAt(pathname) });
  const open = managementFor(user?.permissions);
  const work = useOpenWork(open);
  const groups = managementGroups
    .map((name) => ({ name, keys: open.filter((key) => managementPages[key].group === name) }))
    .filter(({ keys }) => keys.length > 0);
  if (folded) {
    return (
      <ul className={styles.list}>
        {groups.map((group) => (
          <li key={group.name}>
            <GroupMenu {...group} here={here} work={work} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <>
      <UnstyledButton
        className={styles.jump}
        aria-keyshortcuts="Control+K"
        onClick={() => {
          onGo?.();
          openPalette();
        }}
      >
        <IconSearch size={16} stroke={1.8} aria-hidden />
        {t("management.palette.short")}
        <span aria-hidden>
          <kbd>Ctrl</kbd> <kbd>K</kbd>
        </span>
      </UnstyledButton>
      <Link
        to={paths.management}
        activeOptions={{ exact: true }}
        className={styles.heading}
        onClick={onGo}
      >
        {t("app.nav.management")}
      </Link>
      {groups.map((group) => (
        <Group key={group.name} {...group} here={here} work={work} onGo={onGo} />
      ))}
    </>
  );
}

interface GroupProps {
  name: ManagementGroup;
  keys: readonly ManagementKey[];
  here: ManagementKey | undefined;
  work: OpenWork;
}

const closedByDefault: ManagementGroup[] = ["directory", "system"];

/** A group with its heading. The group of the current page is always open; the state of the others is stored. */
function Group({ name, keys, here, work, onGo }: GroupProps & Pick<NavProps, "onGo">) {
  const { t } = useTranslation();
  const [closed, setClosed] = useLocalStorage<ManagementGroup[]>({
    key: "nav-groups-closed",
    defaultValue: closedByDefault,
    getInitialValueInEffect: false,
  });
  const entries = (
    <ul className={styles.list}>
      {keys.map((key) => (
        <li key={key}>
          <SubEntry
            page={key}
            top={name === "overview"}
            isHere={key === here}
            count={work[key] ?? 0}
            onGo={onGo}
          />
        </li>
      ))}
    </ul>
  );
  if (name === "overview") return entries;
  const isOpen = !closed.includes(name) || (here !== undefined && keys.includes(here));
  const Sign = isOpen ? IconChevronDown : IconChevronRight;
  const label = t(`management.groups.${name}`);
  return (
    <div role="group" aria-label={label}>
      <button
        type="button"
        className={styles.group}
        aria-expanded={isOpen}
        onClick={() =>
          setClosed(isOpen ? [...closed, name] : closed.filter((each) => each !== name))
        }
      >
        <Sign size={14} stroke={2} aria-hidden />
        <span className={styles.label}>{label}</span>
        {!isOpen && <WorkCount count={sumOf(keys, work)} />}
      </button>
      {isOpen && entries}
    </div>
  );
}

/** A group in the collapsed rail: its icon opens a menu of its entries. */
function GroupMenu({ name, keys, here, work }: GroupProps) {
  const { t } = useTranslation();
  const label = t(`management.groups.${name}`);
  const Sign = groupIcons[name];
  const isHere = here !== undefined && keys.includes(here);
  return (
    <Menu position="right-start" withinPortal trigger="click" shadow="md">
      <Menu.Target>
        <UnstyledButton className={styles.item} data-here={isHere || undefined} title={label}>
          <Sign size={20} stroke={1.6} aria-hidden />
          <VisuallyHidden>{label}</VisuallyHidden>
          <WorkCount count={sumOf(keys, work)} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{label}</Menu.Label>
        {keys.map((key) => (
          <Menu.Item
            key={key}
            component={Link}
            to={paths[key]}
            activeOptions={exactly}
            aria-current={key === here ? "page" : undefined}
            rightSection={<WorkCount count={work[key] ?? 0} />}
          >
            {t(`app.pages.${key}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface SubEntryProps {
  page: ManagementKey;
  top: boolean;
  isHere: boolean;
  count: number;
  onGo: (() => void) | undefined;
}

function SubEntry({ page, top, isHere, count, onGo }: SubEntryProps) {
  const { t } = useTranslation();
  const link = useRef<HTMLAnchorElement>(null);
  // The entries are more than fit on a screen of 900 px.
  useEffect(() => {
    if (isHere) link.current?.scrollIntoView({ block: "nearest" });
  }, [isHere]);
  return (
    <Link
      ref={link}
      to={paths[page]}
      className={
        top ? `${styles.item} ${styles.sub} ${styles.top}` : `${styles.item} ${styles.sub}`
      }
      activeOptions={exactly}
      aria-current={isHere ? "page" : undefined}
      onClick={onGo}
    >
      <span className={styles.label}>{t(`app.pages.${page}`)}</span>
      <WorkCount count={count} />
    </Link>
  );
}

/** The count of open work; renders nothing for 0. */
function WorkCount({ count }: { count: number }) {
  const { t } = useTranslation();
  if (count === 0) return null;
  return (
    <>
      <VisuallyHidden>{t("management.waiting", { count })}</VisuallyHidden>
      <span className={styles.work} aria-hidden>
        {count > 99 ? "99+" : count}
      </span>
    </>
  );
}

function sumOf(keys: readonly ManagementKey[], work: OpenWork): number {
  return keys.reduce((sum, key) => sum + (work[key] ?? 0), 0);
}
