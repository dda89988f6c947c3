import { usePlatform } from '#core/web/session.ts'
import { usageLines } from './usageLines.ts'

/** Lists what an organization uses of what the plugins that are on keep: without tenant-app there are no sessions. */
export function useUsageLines(counted: Parameters<typeof usageLines>[0]) {
  const hasSessions = usePlatform().plugins.includes('tenant-app')
  return usageLines(counted).filter(({ label }) => hasSessions || !label.startsWith('Sessions'))
}
