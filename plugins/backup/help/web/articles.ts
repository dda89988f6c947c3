/// <reference types="vite/client" />

/** Articles of the guide, as they are written. */
export const articles = import.meta.glob<string>('../*.md', { query: '?raw', import: 'default', eager: true })
