import { usePlatform } from '#core/web/session.ts'

/** Tells whether there are training modules, which the migration makes courses of. */
export const useHasModules = (): boolean => usePlatform().plugins.includes('training-builder')
