import { create } from "zustand";

interface Chosen {
  files: readonly File[];
  /** The project that they belong to, once it is saved. */
  projectId: number | undefined;
}

const none: Chosen = { files: [], projectId: undefined };
const useChosen = create<Chosen>(() => none);

/** The images that were chosen for a project that is not saved yet: they are uploaded with its first save. */
export const useChosenImages = () => useChosen(({ files }) => files);

/** What tells a chosen file from the others: whoever chooses it again gives another object of it. */
export const nameOf = ({ name, lastModified, size }: File) => `${name} ${lastModified} ${size}`;

export const chosenImages = {
  areThere: () => useChosen.getState().files.length > 0,
  /** One that was chosen before counts once. */
  add: (more: readonly File[]) =>
    useChosen.setState(({ files }) => ({
      files: [...new Map([...files, ...more].map((file) => [nameOf(file), file])).values()],
    })),
  remove: (file: File) =>
    useChosen.setState(({ files }) => ({ files: files.filter((each) => each !== file) })),
  forget: () => useChosen.setState(none),
  /** They are this project's from now on. */
  handTo: (projectId: number) => useChosen.setState({ projectId }),
  /** Gives them once, to the project that they were handed to. */
  take(projectId: number): readonly File[] {
    const { files, projectId: theirs } = useChosen.getState();
    if (theirs !== projectId) return [];
    useChosen.setState(none);
    return files;
  },
};
