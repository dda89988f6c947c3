import type { GivenModule, GivenSection } from '../../modules/contract.ts'
import type { BuilderState } from '../../modules/draft-contract.ts'

/** What is new has no id yet: it is known by a key in the browser. */
export type EditedSection = GivenSection & { key: string }
export type EditedModule = Omit<GivenModule, 'order' | 'content'> & {
  key: string
  /** Of an organization's copy: the catalog's module. */
  originId?: string | null
  content: { sections: EditedSection[] }
}

type Read = NonNullable<BuilderState['draft']>['modules'][number]

let made = 0
const newKey = () => `new-${++made}`

/** As it is edited. The right answers of questions are there for whoever may edit. */
export function edited(module: Read): EditedModule {
  const sections = module.content.sections.map((section) => ({ ...section, key: section.id ?? newKey() }))
  return { ...module, key: module.id ?? newKey(), content: { sections } } as EditedModule
}

export const newModule = (module: Omit<EditedModule, 'key'>): EditedModule => ({ ...module, key: newKey() })
export const newSection = (section: GivenSection): EditedSection => ({ ...section, key: newKey() })

/** As it is saved. */
export function sent(modules: readonly EditedModule[]): Omit<GivenModule, 'order'>[] {
  return modules.map(({ key: _, originId: _origin, ...module }) => ({
    ...module,
    content: { sections: module.content.sections.map(({ key: _key, ...section }) => section) },
  }))
}

/** The same once more, as something new. */
export function copied({ id: _, originId: _origin, ...module }: EditedModule): EditedModule {
  const sections = module.content.sections.map(copiedSection)
  return newModule({ ...module, title: copyTitle(module.title), content: { sections } })
}

export const copiedSection = ({ id: _, ...section }: EditedSection): EditedSection => newSection(section)

/** Of at most as many characters as a title may have. */
const copyTitle = (title: string) => `${title.slice(0, 190)} (copy)`

/** The group of all modules in a SortableArea. */
export const MODULES = 'modules'
/** The group of a module's sections. */
export const sectionsOf = ({ key }: Pick<EditedModule, 'key'>) => `sections ${key}`

/** With a section at a place of a module, out of wherever it was. */
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

/** With a module at another place. */
export function withModuleAt(modules: readonly EditedModule[], key: string, index: number): EditedModule[] {
  const module = modules.find((one) => one.key === key)
  return module ? modules.filter((one) => one.key !== key).toSpliced(index, 0, module) : [...modules]
}

/**
 * What a move of a SortableArea leads to. A module that is dropped among the sections of another goes to the place of that
 * one; a section that is dropped on a module goes to its end.
 */
export function moved(modules: readonly EditedModule[], key: string, group: string, index: number): EditedModule[] {
  const owner = modules.findIndex((module) => sectionsOf(module) === group)
  if (modules.some((module) => module.key === key)) return withModuleAt(modules, key, owner < 0 ? index : owner)
  const section = modules.flatMap(({ content }) => content.sections).find((one) => one.key === key)
  if (!section) return [...modules]
  const target = modules[owner < 0 ? Math.min(index, modules.length - 1) : owner]
  if (!target) return [...modules]
  return withSectionAt(modules, section, target.key, owner < 0 ? target.content.sections.length : index)
}

/** With one module in the place of the one that has its key. */
export const withModule = (modules: readonly EditedModule[], module: EditedModule): EditedModule[] =>
  modules.map((one) => (one.key === module.key ? module : one))

export const minutesIn = ({ content }: Pick<EditedModule, 'content'>): number =>
  content.sections.reduce((sum, { duration }) => sum + duration, 0)
