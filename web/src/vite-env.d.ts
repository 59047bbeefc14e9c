/// <reference types="vite/client" />

/** The release, from package.json at build time. */
declare const __VERSION__: string;
