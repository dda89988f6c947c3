import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { GivenModule, TrainingModule, TrainingSection } from '../contract.ts'

/** Content of a module, without its owner and place. */
export type ModuleWords = Omit<TrainingModule, 'id' | 'order' | 'originId' | 'updatedAt'>

/** @param module perhaps with more than is said here, such as when it was deleted */
export function getModuleWords(module: TrainingModule): ModuleWords {
  const { title, description, estimatedDuration, difficulty, framework } = module
  const { prerequisites, learningObjectives, content, resources } = module
  const lists = { prerequisites, learningObjectives, content, resources }
  return { title, description, estimatedDuration, difficulty, framework, ...lists }
}

/** A module as it is to be written, at its place. */
export interface PlacedModule extends ModuleWords {
  /** null for a new one. */
  id: string | null
  position: number
  originId: string | null
  /** Content of the catalog's module when it was copied; null leaves what is stored. */
  origin: ModuleWords | null
  isChanged: boolean
}

/** In the order that the numbers ask for, else in that of the list. */
function sortModules(modules: readonly GivenModule[]): readonly GivenModule[] {
  return modules
    .map((module, place) => ({ module, place, order: module.order ?? place + 1 }))
    .toSorted((one, other) => one.order - other.order || one.place - other.place)
    .map(({ module }) => module)
}

/**
 * Finds out which of the present modules each given one is.
 * @param present what the caller was shown
 * @param deleted what can still come back, when its id is given
 * @param isCopied whether `present` is the catalog's, of which a copy is made
 */
export function placeModules(
  given: readonly GivenModule[],
  present: readonly TrainingModule[],
  deleted: readonly TrainingModule[],
  isCopied: boolean,
): PlacedModule[] {
  const known = new Map([
    ...deleted.map((module) => [module.id, module] as const),
    // Who has read the catalog's list before there was a copy sends the catalog's ids.
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

/** Gives a section an id of its own: instructors' answers are stored under it. */
function withId(section: GivenModule['content']['sections'][number], used: Set<string>): TrainingSection {
  const id = section.id && !used.has(section.id) ? section.id : randomUUID()
  used.add(id)
  return { ...section, id }
}
