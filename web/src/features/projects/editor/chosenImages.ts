import { create } from "zustand";

interface Chosen {
  files: readonly File[];
  /** The project that they belong to, once it is saved. */
  projectId: number | undefined;
}

const none: Chosen = { files: [], projectId: undefined };
const useChosen = create<Chosen>(() => none);

/** The images chosen for a project that is not saved yet: they are uploaded with its first save. */
export const useChosenImages = () => useChosen(({ files }) => files);

/** Identifies a chosen file: choosing it again yields a different object. */
export const nameOf = ({ name, lastModified, size }: File) => `${name} ${lastModified} ${size}`;

export const chosenImages = {
  hasAny: () => useChosen.getState().files.length > 0,
  /** Files chosen before are not added twice. */
  add: (more: readonly File[]) =>
    useChosen.setState(({ files }) => ({
      files: [...new Map([...files, ...more].map((file) => [nameOf(file), file])).values()],
    })),
  remove: (file: File) =>
    useChosen.setState(({ files }) => ({ files: files.filter((each) => each !== file) })),
  clear: () => useChosen.setState(none),
  /** Assigns them to this project. */
  handTo: (projectId: number) => useChosen.setState({ projectId }),
  /** Returns them once, only to the project they were assigned to. */
  take(projectId: number): readonly File[] {
    const { files, projectId: theirs } = useChosen.getState();
    if (theirs !== projectId) return [];
    useChosen.setState(none);
    return files;
  },
};
