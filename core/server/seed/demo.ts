import type { PlatformScope } from '../core.ts'
import type { PluginParts } from '../plugin.ts'

/**
 * Loads the demo data of the plugins that have not loaded theirs yet, in the order of their dependencies, with a note
 * in the same transaction: all of it or nothing, and never twice.
 * @returns the ids of the plugins whose data is new
 */
export async function loadDemoData(
  scope: PlatformScope,
  parts: ReadonlyMap<string, PluginParts<unknown>>,
): Promise<string[]> {
  const loaded: string[] = []
  for (const [plugin, { seed }] of parts) {
    if (!seed) continue
    // A second process loading at the same time waits here, and finds the note of the first.
    const noted = await scope
      .trx('demo_data')
      .insert({ plugin, loadedAt: scope.core.clock.now().toISOString() }, ['plugin'])
      .onConflict('plugin')
      .ignore()
    if ((noted as unknown[]).length === 0) continue
    await seed(scope)
    loaded.push(plugin)
  }
  return loaded
}
