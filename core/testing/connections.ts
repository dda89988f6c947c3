import { expect } from 'vitest'
import type { Core } from '#core/server/core.ts'

/** Waits until no transaction of the platform is under way. */
export async function expectNoTransaction({ metrics }: Core): Promise<void> {
  const connections = () => metrics.registry.getSingleMetricAsString('trellis_database_connections')
  await expect.poll(connections).toContain('{state="busy"} 0\n')
}
