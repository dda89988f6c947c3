/** Accent color of the platform, and of organizations that have chosen none. */
export const DEFAULT_ACCENT = '#4f46e5'
