import { usePlatform } from '#core/web/session.ts'

/** Checks if there are training modules, which the migration builds courses from. */
export const useHasModules = (): boolean => usePlatform().plugins.includes('training-builder')
