import type { EditedModule, EditedSection } from './moduleList.ts'
import {
  difficultyLabels,
  fieldLabels,
  frameworkLabels,
  formatMinutes,
  resourceLabels,
  sectionLabels,
  type ContentField,
} from './sectionLabels.ts'

/** Fact that differs between two versions of a module; empty if one of them lacks it. */
export interface DifferentFact {
  key: string
  label: string
  mine: string
  theirs: string
}

/** Module that differs between two lists, or that one of them lacks. */
export interface Difference {
  key: string
  title: string
  mine: EditedModule | undefined
  theirs: EditedModule | undefined
  facts: DifferentFact[]
}

/** Lists differences, in the order of my list, followed by modules that they alone have. */
export function findDifferences(mine: readonly EditedModule[], theirs: readonly EditedModule[]): Difference[] {
  const ofMine = mine.flatMap((module) => {
    const other = theirs.find((one) => isSame(module, one))
    const facts = listDifferentFacts(module, other)
    return facts.length === 0 ? [] : [{ key: module.key, title: module.title, mine: module, theirs: other, facts }]
  })
  const theirsAlone = theirs
    .filter((one) => !mine.some((module) => isSame(module, one)))
    .map((one) => ({
      key: one.key,
      title: one.title,
      mine: undefined,
      theirs: one,
      facts: listDifferentFacts(undefined, one),
    }))
  return [...ofMine, ...theirsAlone]
}

/** Matches modules by id: modules from the catalog keep their ids, also when a copy was made since. */
const isSame = (mine: EditedModule, theirs: EditedModule): boolean =>
  mine.id !== undefined && (mine.id === theirs.id || mine.id === theirs.originId)

/**
 * Determines who has changed the differing parts.
 * @param base list that both began with; if unknown, all parts count as changed by both
 */
export function findChanged({ mine, theirs }: Difference, base: readonly EditedModule[] | undefined) {
  if (!base) return 'both'
  const before = base.find((one) => (mine && isSame(mine, one)) || (theirs && isSame(one, theirs)))
  if (listDifferentFacts(mine, before).length === 0) return 'them'
  return listDifferentFacts(before, theirs).length === 0 ? 'me' : 'both'
}

/** Determines whose order counts: mine unless only they have changed it; undefined if both are the same. */
export function findOrderChange(
  mine: readonly EditedModule[],
  theirs: readonly EditedModule[],
  base: readonly EditedModule[] | undefined,
): 'me' | 'them' | undefined {
  if (hasSameOrder(mine, theirs)) return undefined
  return base && hasSameOrder(mine, base) ? 'them' : 'me'
}

/** Checks if the shared modules have the same order. */
function hasSameOrder(mine: readonly EditedModule[], theirs: readonly EditedModule[]): boolean {
  const places = mine.map((module) => theirs.findIndex((one) => isSame(module, one))).filter((place) => place >= 0)
  return places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0))
}

/**
 * Merges both lists.
 * @param taken keys of the differences in which theirs counts
 * @param order whose order counts; modules that only the other list has come after their predecessor there
 */
export function mergeModules(
  mine: readonly EditedModule[],
  theirs: readonly EditedModule[],
  taken: ReadonlySet<string>,
  order: 'me' | 'them' = 'me',
): EditedModule[] {
  const pairs = [
    ...mine.map((module) => ({ module, other: theirs.find((one) => isSame(module, one)) })),
    ...theirs
      .filter((one) => !mine.some((module) => isSame(module, one)))
      .map((other) => ({ module: undefined, other })),
  ]
  const result = new Map<EditedModule, EditedModule>()
  for (const { module, other } of pairs) {
    const counts = taken.has((module ?? other)?.key ?? '')
      ? other
      : module && { ...module, ...(other ? { id: other.id } : {}) }
    for (const one of [module, other]) if (one && counts) result.set(one, counts)
  }
  const listOf = (modules: readonly EditedModule[]) => modules.flatMap((one) => result.get(one) ?? [])
  const [leading, following] = order === 'me' ? [listOf(mine), listOf(theirs)] : [listOf(theirs), listOf(mine)]
  return following.reduce((list, module, index) => {
    if (list.includes(module)) return list
    const before = following[index - 1]
    return list.toSpliced(before ? list.indexOf(before) + 1 : 0, 0, module)
  }, leading)
}

export function listDifferentFacts(mine: EditedModule | undefined, theirs: EditedModule | undefined): DifferentFact[] {
  const [ofMine, ofTheirs] = [toFacts(mine), toFacts(theirs)]
  return [...new Map([...ofTheirs, ...ofMine])].flatMap(([key, { label }]) => {
    const [one, other] = [ofMine.get(key)?.text ?? '', ofTheirs.get(key)?.text ?? '']
    return one === other ? [] : [{ key, label, mine: one, theirs: other }]
  })
}

type Facts = Map<string, { label: string; text: string }>

function toFacts(module: EditedModule | undefined): Facts {
  if (!module) return new Map()
  const { content, resources } = module
  const named: [label: string, text: string][] = [
    ['Title', module.title],
    ['Description', module.description],
    ['Estimated duration', formatMinutes(module.estimatedDuration)],
    ['Difficulty', difficultyLabels[module.difficulty]],
    ['Framework', frameworkLabels[module.framework]],
    ['Learning objectives', module.learningObjectives.join('\n')],
    ['Prerequisites', module.prerequisites.join('\n')],
    ['Order of sections', content.sections.map(({ title }, index) => `${index + 1}. ${title}`).join('\n')],
    [
      'Resources',
      resources
        .map(({ title, type, url, description, downloadable }) =>
          [title, resourceLabels[type], url, description, downloadable && 'Can be downloaded']
            .filter(Boolean)
            .join(' · '),
        )
        .join('\n'),
    ],
  ]
  return new Map([
    ...named.map(([label, text]) => [label, { label, text }] as const),
    ...content.sections.map(
      (section) =>
        [
          `section ${section.id ?? section.key}`,
          { label: `Section “${section.title}”`, text: formatSection(section) },
        ] as const,
    ),
  ])
}

function formatSection({ type, title, duration, required, interactive, content }: EditedSection): string {
  const head = [
    title,
    sectionLabels[type].label,
    formatMinutes(duration),
    required && 'Required',
    interactive && 'Interactive',
  ]
  const fields = (Object.keys(fieldLabels) as ContentField[]).flatMap((name) => {
    const text = formatContent(content[name])
    return text === '' ? [] : [`${fieldLabels[name]}:\n${text}`]
  })
  return [head.filter(Boolean).join(' · '), ...fields].join('\n')
}

function formatContent(value: EditedSection['content'][ContentField]): string {
  if (value === undefined) return ''
  if (!Array.isArray(value)) return String(value)
  return value
    .map((entry) =>
      typeof entry === 'string'
        ? entry
        : [
            entry.question,
            ...entry.options.map((option, index) => `${index === entry.correctAnswer ? '✓' : '·'} ${option}`),
          ].join('\n'),
    )
    .join('\n')
}
