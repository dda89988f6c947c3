import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { GivenModule, TrainingModule, TrainingSection } from '../contract.ts'

/** Content of a module, without its owner and position. */
export type ModuleWords = Omit<TrainingModule, 'id' | 'order' | 'originId' | 'updatedAt'>

/** Picks the content of a module. @param module may have more fields, such as the time of its deletion */
export function getModuleWords(module: TrainingModule): ModuleWords {
  const { title, description, estimatedDuration, difficulty, framework } = module
  const { prerequisites, learningObjectives, content, resources } = module
  const lists = { prerequisites, learningObjectives, content, resources }
  return { title, description, estimatedDuration, difficulty, framework, ...lists }
}

/** Module to write, at its position. */
export interface PlacedModule extends ModuleWords {
  /** null: a new module. */
  id: string | null
  position: number
  originId: string | null
  /** Content of the catalog's module when it was copied; null leaves the stored one. */
  origin: ModuleWords | null
  isChanged: boolean
}

/** Sorts by the given numbers, else in the order of the list. */
function sortModules(modules: readonly GivenModule[]): readonly GivenModule[] {
  return modules
    .map((module, place) => ({ module, place, order: module.order ?? place + 1 }))
    .toSorted((one, other) => one.order - other.order || one.place - other.place)
    .map(({ module }) => module)
}

/**
 * Matches given modules with existing ones.
 * @param present modules that the caller was shown
 * @param deleted modules that can be restored by their id
 * @param isCopied true if `present` is the catalog's list, of which a copy is made
 */
export function placeModules(
  given: readonly GivenModule[],
  present: readonly TrainingModule[],
  deleted: readonly TrainingModule[],
  isCopied: boolean,
): PlacedModule[] {
  const known = new Map([
    ...deleted.map((module) => [module.id, module] as const),
    // A client that has read the catalog's list before there was a copy sends the catalog's ids.
    ...present.flatMap((module) => (module.originId ? [[module.originId, module] as const] : [])),
    ...present.map((module) => [module.id, module] as const),
  ])
  const taken = new Set<string>()
  const sectionIds = new Set<string>()
  return sortModules(given).map(({ id, order: _, ...words }, index) => {
    const match = known.get(id ?? '')
    const found = match && !taken.has(match.id) ? match : undefined
    if (found) taken.add(found.id)
    const module = { ...words, content: { sections: words.content.sections.map((one) => withId(one, sectionIds)) } }
    const isChanged = !found || !isDeepStrictEqual(module, getModuleWords(found))
    const origin = isCopied && found ? getModuleWords(found) : null
    return {
      ...module,
      id: isCopied ? null : (found?.id ?? null),
      position: index + 1,
      originId: isCopied ? (found?.id ?? null) : (found?.originId ?? null),
      origin,
      isChanged,
    }
  })
}

/** Ensures that a section has a unique id: instructors' answers are stored under it. */
function withId(section: GivenModule['content']['sections'][number], used: Set<string>): TrainingSection {
  const id = section.id && !used.has(section.id) ? section.id : randomUUID()
  used.add(id)
  return { ...section, id }
}
