import type { EditedModule, EditedSection } from './moduleList.ts'
import {
  difficultyLabels,
  fieldLabels,
  frameworkLabels,
  minutesText,
  resourceLabels,
  sectionWords,
  type ContentField,
} from './sectionWords.ts'

/** One thing that two versions of a module say differently; empty where one of them does not have it. */
export interface DifferentFact {
  key: string
  label: string
  mine: string
  theirs: string
}

/** A module that two lists have differently, or that one of them does not have. */
export interface Difference {
  key: string
  title: string
  mine: EditedModule | undefined
  theirs: EditedModule | undefined
  facts: DifferentFact[]
}

/** What differs, in the order of my list, then what they alone have. */
export function differences(mine: readonly EditedModule[], theirs: readonly EditedModule[]): Difference[] {
  const ofMine = mine.flatMap((module) => {
    const other = theirs.find((one) => isSame(module, one))
    const facts = differentFacts(module, other)
    return facts.length === 0 ? [] : [{ key: module.key, title: module.title, mine: module, theirs: other, facts }]
  })
  const theirsAlone = theirs
    .filter((one) => !mine.some((module) => isSame(module, one)))
    .map((one) => ({
      key: one.key,
      title: one.title,
      mine: undefined,
      theirs: one,
      facts: differentFacts(undefined, one),
    }))
  return [...ofMine, ...theirsAlone]
}

/** Who began with the catalog's modules has their ids, also when somebody has made a copy since. */
const isSame = (mine: EditedModule, theirs: EditedModule): boolean =>
  mine.id !== undefined && (mine.id === theirs.id || mine.id === theirs.originId)

/**
 * One list of both.
 * @param taken keys of the differences in which theirs counts
 */
export function merged(
  mine: readonly EditedModule[],
  theirs: readonly EditedModule[],
  taken: ReadonlySet<string>,
): EditedModule[] {
  const kept = mine.flatMap((module) => {
    const other = theirs.find((one) => isSame(module, one))
    if (taken.has(module.key)) return other ? [other] : []
    return [{ ...module, ...(other ? { id: other.id } : {}) }]
  })
  const added = theirs.filter((one) => taken.has(one.key) && !mine.some((module) => isSame(module, one)))
  return [...kept, ...added]
}

export function differentFacts(mine: EditedModule | undefined, theirs: EditedModule | undefined): DifferentFact[] {
  const [ofMine, ofTheirs] = [factsOf(mine), factsOf(theirs)]
  return [...new Map([...ofTheirs, ...ofMine])].flatMap(([key, { label }]) => {
    const [one, other] = [ofMine.get(key)?.text ?? '', ofTheirs.get(key)?.text ?? '']
    return one === other ? [] : [{ key, label, mine: one, theirs: other }]
  })
}

type Facts = Map<string, { label: string; text: string }>

function factsOf(module: EditedModule | undefined): Facts {
  if (!module) return new Map()
  const { content, resources } = module
  const named: [label: string, text: string][] = [
    ['Title', module.title],
    ['Description', module.description],
    ['Estimated duration', minutesText(module.estimatedDuration)],
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
          { label: `Section “${section.title}”`, text: textOf(section) },
        ] as const,
    ),
  ])
}

function textOf({ type, title, duration, required, interactive, content }: EditedSection): string {
  const head = [
    title,
    sectionWords[type].label,
    minutesText(duration),
    required && 'Required',
    interactive && 'Interactive',
  ]
  const fields = (Object.keys(fieldLabels) as ContentField[]).flatMap((name) => {
    const text = contentText(content[name])
    return text === '' ? [] : [`${fieldLabels[name]}:\n${text}`]
  })
  return [head.filter(Boolean).join(' · '), ...fields].join('\n')
}

function contentText(value: EditedSection['content'][ContentField]): string {
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
