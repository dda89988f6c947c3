import type { Entitlement } from '#core/contract/entitlements.ts'
import { globalSettings, type SettingsShape } from '#core/contract/settings.ts'
import type { MigrationFolder } from './database/migrations.ts'
import type { MountedContract } from './http/mount.ts'
import type { AnyPlugin, OptionalDependency } from './plugin.ts'

/** Thrown for a list of plugins that cannot work together. The message names them. */
export class AssemblyError extends Error {
  override name = 'AssemblyError'
}

function isOptional(
  dependency: AnyPlugin | OptionalDependency<AnyPlugin>,
): dependency is OptionalDependency<AnyPlugin> {
  return 'optional' in dependency
}

/** Dependencies of a plugin, and whether each is optional. */
export const dependenciesOf = (plugin: AnyPlugin) =>
  Object.values(plugin.dependsOn as Record<string, AnyPlugin | OptionalDependency<AnyPlugin>>).map((dependency) => ({
    plugin: isOptional(dependency) ? dependency.optional : dependency,
    required: !isOptional(dependency),
  }))

/**
 * Orders the active plugins, each after its dependencies.
 * @throws AssemblyError for two plugins with one id or one setting, an unknown id in `off`, a missing or switched off
 *   dependency, a cycle
 */
export function assemble(listed: readonly AnyPlugin[], off: readonly string[] = []): AnyPlugin[] {
  const ids = listed.map(({ id }) => id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice) throw new AssemblyError(`Two plugins are called "${twice}"`)
  const unknown = off.find((id) => !ids.includes(id))
  if (unknown) throw new AssemblyError(`PLATFORM_PLUGINS_OFF names "${unknown}"; there are ${ids.join(', ')}`)

  refuseSameSettings(listed)
  const on = new Set(listed.filter(({ id }) => !off.includes(id)))
  for (const plugin of on) {
    for (const dependency of dependenciesOf(plugin)) {
      if (dependency.required && !on.has(dependency.plugin)) {
        const why = off.includes(dependency.plugin.id) ? 'is switched off' : 'is not listed in config/plugins.ts'
        throw new AssemblyError(`The plugin "${plugin.id}" needs "${dependency.plugin.id}", which ${why}`)
      }
    }
  }
  return sortByDependency(on)
}

/** All settings share one row, including those of inactive plugins, so that names must be unique. */
function refuseSameSettings(listed: readonly AnyPlugin[]): void {
  const owners = new Map(Object.keys(globalSettings.shape).map((name) => [name, 'the core']))
  for (const { id, settings } of listed) {
    for (const name of Object.keys(settings?.shape ?? {})) {
      const other = owners.get(name)
      if (other) throw new AssemblyError(`The setting "${name}" of the plugin "${id}" is one of ${other} too`)
      owners.set(name, `"${id}"`)
    }
  }
}

/**
 * Refuses endpoints that need a feature which no plan can include, since no plugin declares it.
 * @throws AssemblyError
 */
export function refuseUndeclared(contracts: readonly MountedContract[], declared: readonly Entitlement[]): void {
  for (const { method, path, access } of contracts.flatMap(({ contract }) => Object.values(contract))) {
    if (access.needs && !declared.includes(access.needs)) {
      throw new AssemblyError(`${method} ${path} needs "${access.needs}", which no plugin declares`)
    }
  }
}

/** The settings that plugins declare, in one shape. */
export const settingsOf = (plugins: readonly AnyPlugin[]): SettingsShape =>
  Object.assign({}, ...plugins.map(({ settings }) => settings?.shape)) as SettingsShape

function sortByDependency(on: Set<AnyPlugin>): AnyPlugin[] {
  const done: AnyPlugin[] = []
  const visit = (plugin: AnyPlugin, path: string[]) => {
    if (done.includes(plugin)) return
    if (path.includes(plugin.id))
      throw new AssemblyError(`Plugins depend on each other in a circle: ${[...path, plugin.id].join(' → ')}`)
    for (const dependency of dependenciesOf(plugin))
      if (on.has(dependency.plugin)) visit(dependency.plugin, [...path, plugin.id])
    done.push(plugin)
  }
  for (const plugin of on) visit(plugin, [])
  return done
}

/** Resolves the dependencies that `setup` gets: the services of each, `undefined` for an optional one that is off. */
export function resolveDependencies(
  plugin: AnyPlugin,
  services: ReadonlyMap<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(plugin.dependsOn as Record<string, AnyPlugin | OptionalDependency<AnyPlugin>>).map(
      ([name, dependency]) => [name, services.get((isOptional(dependency) ? dependency.optional : dependency).id)],
    ),
  )
}

/** Core's migrations, then each plugin's in the order of the dependencies; including those of inactive plugins. */
export function migrationFolders(listed: readonly AnyPlugin[]): MigrationFolder[] {
  return [
    { owner: 'core', folder: new URL('./migrations/', import.meta.url) },
    ...assemble(listed).flatMap(({ id, migrations }) => (migrations ? [{ owner: id, folder: migrations }] : [])),
  ]
}
