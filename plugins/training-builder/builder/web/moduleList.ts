import { MAX_MODULES, MAX_SECTIONS, type GivenModule, type GivenSection } from '../../modules/contract.ts'
import type { BuilderState } from '../../modules/draft-contract.ts'

/** Section with a key in the browser: a new one has no id yet. */
export type EditedSection = GivenSection & { key: string }
export type EditedModule = Omit<GivenModule, 'order' | 'content'> & {
  key: string
  /** Id of the catalog's module, in an organization's copy. */
  originId?: string | null
  content: { sections: EditedSection[] }
}

type Read = NonNullable<BuilderState['draft']>['modules'][number]

let made = 0
const createKey = () => `new-${++made}`

/** Keys by the ids that a save assigned, so that a row keeps its key. */
const keysBefore = new Map<string, string>()
const getKey = (id: string | undefined) => (id === undefined ? createKey() : (keysBefore.get(id) ?? id))

/** Converts a module for editing. Editors have the correct answers of questions. */
export function toEdited(module: Read): EditedModule {
  const sections = module.content.sections.map((section) => ({ ...section, key: getKey(section.id) }))
  return { ...module, key: getKey(module.id), content: { sections } } as EditedModule
}

export const createModule = (module: Omit<EditedModule, 'key'>): EditedModule => ({ ...module, key: createKey() })
export const createSection = (section: GivenSection): EditedSection => ({ ...section, key: createKey() })

/** Replaces a list, or computes the new one from the current one. */
export type ChangeModules = (next: EditedModule[] | ((present: readonly EditedModule[]) => EditedModule[])) => void

/**
 * Finds the ids that a save has assigned.
 * @param given modules as they were sent
 * @param saved modules of the response, in the same order
 * @returns a function that adds the ids to a list that was changed meanwhile
 */
export function keepIds(given: readonly EditedModule[], saved: readonly Read[]) {
  const ids = new Map<string, string>()
  const note = (key: string, id: string | undefined) => {
    if (id === undefined) return
    ids.set(key, id)
    if (id !== key) keysBefore.set(id, key)
  }
  given.forEach((module, place) => {
    const as = saved[place]
    note(module.key, as?.id)
    module.content.sections.forEach(({ key }, index) => note(key, as?.content.sections[index]?.id))
  })
  const named = <T extends { key: string; id?: string | undefined }>(one: T): T => {
    const id = ids.get(one.key)
    return id === undefined ? one : { ...one, id }
  }
  return (modules: readonly EditedModule[]): EditedModule[] =>
    modules.map((module) => ({ ...named(module), content: { sections: module.content.sections.map(named) } }))
}

/** Converts modules to the body of a save. */
export function toSent(modules: readonly EditedModule[]): Omit<GivenModule, 'order'>[] {
  return modules.map(({ key: _, originId: _origin, ...module }) => ({
    ...module,
    content: { sections: module.content.sections.map(({ key: _key, ...section }) => section) },
  }))
}

/** Copies a module as a new one. */
export function copyModule({ id: _, originId: _origin, ...module }: EditedModule): EditedModule {
  const sections = module.content.sections.map(copySection)
  return createModule({ ...module, title: copyTitle(module.title), content: { sections } })
}

export const copySection = ({ id: _, ...section }: EditedSection): EditedSection => createSection(section)

/** Builds the title of a copy, truncated to the maximum length of a title. */
const copyTitle = (title: string) => `${title.slice(0, 190)} (copy)`

/** Group of all modules in a SortableArea. */
export const MODULES = 'modules'
/** Returns the group of a module's sections. */
export const getSectionsGroup = ({ key }: Pick<EditedModule, 'key'>) => `sections ${key}`

/** Moves a section to a position in a module, out of its current one. */
export function withSectionAt(
  modules: readonly EditedModule[],
  section: EditedSection,
  moduleKey: string,
  index: number,
): EditedModule[] {
  return modules.map((module) => {
    const others = module.content.sections.filter(({ key }) => key !== section.key)
    const sections = module.key === moduleKey ? others.toSpliced(index, 0, section) : others
    return { ...module, content: { sections } }
  })
}

/** Restores a deleted section; returns the list unchanged if its module was deleted too, or the section exists. */
export function withSectionBack(
  modules: readonly EditedModule[],
  section: EditedSection,
  moduleKey: string,
  index: number,
): EditedModule[] {
  const isThere = modules.some(({ content }) => content.sections.some(({ key }) => key === section.key))
  return isThere ? [...modules] : withSectionAt(modules, section, moduleKey, index)
}

/** Restores a deleted module; returns the list unchanged if discarding the draft has restored it. */
export const withModuleBack = (modules: readonly EditedModule[], module: EditedModule, index: number): EditedModule[] =>
  modules.some(({ key }) => key === module.key) ? [...modules] : modules.toSpliced(index, 0, module)

/** Moves a module to another position. */
export function withModuleAt(modules: readonly EditedModule[], key: string, index: number): EditedModule[] {
  const module = modules.find((one) => one.key === key)
  return module ? modules.filter((one) => one.key !== key).toSpliced(index, 0, module) : [...modules]
}

/**
 * Moves a module or a section of a SortableArea. A module that is dropped among the sections of another takes that one's
 * position; a section that is dropped on a module goes to its end.
 */
export function moveModule(
  modules: readonly EditedModule[],
  key: string,
  group: string,
  index: number,
): EditedModule[] {
  const owner = modules.findIndex((module) => getSectionsGroup(module) === group)
  if (modules.some((module) => module.key === key)) return withModuleAt(modules, key, owner < 0 ? index : owner)
  const section = modules.flatMap(({ content }) => content.sections).find((one) => one.key === key)
  if (!section) return [...modules]
  const target = modules[owner < 0 ? Math.min(index, modules.length - 1) : owner]
  if (!target) return [...modules]
  return withSectionAt(modules, section, target.key, owner < 0 ? target.content.sections.length : index)
}

/** Replaces the module with the same key. */
export const withModule = (modules: readonly EditedModule[], module: EditedModule): EditedModule[] =>
  modules.map((one) => (one.key === module.key ? module : one))

/** Explains why the modules cannot be saved, if there are too many of them. */
export function describeTooMany(modules: readonly EditedModule[]): string | undefined {
  if (modules.length > MAX_MODULES) return `A project has at most ${MAX_MODULES} training modules.`
  const full = modules.find(({ content }) => content.sections.length > MAX_SECTIONS)
  return full && `${full.title} has ${MAX_SECTIONS} sections already, which is the most.`
}

export const sumMinutes = ({ content }: Pick<EditedModule, 'content'>): number =>
  content.sections.reduce((sum, { duration }) => sum + duration, 0)
