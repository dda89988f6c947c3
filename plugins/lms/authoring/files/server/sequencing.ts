import { childOf, childrenOf, findElement, textOf, type XmlElement } from '#core/server/xml.ts'
import type { PackageItem } from '../contract.ts'

/** Rules that several items reference, by their identifier. */
export type SequencingCollection = ReadonlyMap<string, XmlElement>

export function readCollection(root: XmlElement): SequencingCollection {
  const collection = findElement(root, 'sequencingcollection')
  const rules = collection ? childrenOf(collection, 'sequencing') : []
  return new Map(rules.map((rule) => [rule.attributes.get('ID') ?? '', rule]))
}

/** Finds a rule of an item or course: its own, else that of the collection that it references. */
function findRule(element: XmlElement, name: string, collection: SequencingCollection): XmlElement | undefined {
  const own = childOf(element, 'sequencing')
  const named = collection.get(own?.attributes.get('IDRef') ?? '')
  return childOf(own, name) ?? childOf(named, name)
}

/** Reads how a learner may navigate the items of a chapter or course. */
export function readControl(
  parent: XmlElement,
  collection: SequencingCollection,
): Pick<PackageItem, 'isChoosable' | 'isForwardOnly'> {
  const control = findRule(parent, 'controlmode', collection)?.attributes
  return { isChoosable: control?.get('choice') !== 'false', isForwardOnly: control?.get('forwardOnly') === 'true' }
}

/** List of items that have to be completed: `wires & switches`. It names at most as many as a package can have. */
const PREREQUISITES = /^[\w.:-]+(?:\s*&\s*[\w.:-]+){0,499}$/

/** Reads the items that an item of SCORM 1.2 requires; none if `listIgnoredRules` names the condition. */
export function readPrerequisites(item: XmlElement): string[] {
  const written = textOf(childOf(item, 'prerequisites')).trim()
  return PREREQUISITES.test(written) ? written.split('&').map((id) => id.trim()) : []
}

/** Reads the score and the progress from which on an item of SCORM 2004 is passed and completed. */
export function readThresholds(item: XmlElement, collection: SequencingCollection): Record<string, string> {
  const objectives = findRule(item, 'objectives', collection)
  const primary = childOf(objectives, 'primaryobjective')
  // The standard's default is 1.
  const passing =
    primary?.attributes.get('satisfiedByMeasure') === 'true'
      ? textOf(childOf(primary, 'minnormalizedmeasure')).trim() || '1'
      : textOf(childOf(item, 'scaledpassingscore')).trim()
  const threshold = childOf(item, 'completionthreshold')
  const isMeasured = threshold?.attributes.get('completedByMeasure') !== 'false'
  const progress = (threshold?.attributes.get('minProgressMeasure') ?? textOf(threshold)).trim()
  return {
    ...(isWithin(passing, -1) && { 'cmi.scaled_passing_score': passing }),
    ...(isMeasured && isWithin(progress, 0) && { 'cmi.completion_threshold': progress }),
  }
}

const isWithin = (text: string, least: number): boolean =>
  /^-?\d+(?:\.\d+)?$/.test(text) && Number(text) >= least && Number(text) <= 1

const isSet = (names: readonly string[], without: string) => (element: XmlElement) =>
  names.some((name) => (element.attributes.get(name) ?? without) !== without)

/** Rules that are ignored, by their element. */
const ignored: readonly [name: string, label: string, matches?: (element: XmlElement) => boolean][] = [
  ['preconditionrule', 'conditions before a part'],
  ['postconditionrule', 'conditions after a part'],
  ['exitconditionrule', 'conditions for leaving a part'],
  ['rolluprule', 'rules that combine results of parts'],
  ['limitconditions', 'limits of attempts and time'],
  ['constrainedchoiceconsiderations', 'limits of choice'],
  ['controlmode', 'chapters that are finished before others open', isSet(['choiceExit'], 'true')],
  ['randomizationcontrols', 'random selection and order', isSet(['randomizationTiming', 'selectionTiming'], 'never')],
  [
    'prerequisites',
    'prerequisites other than a list of completed parts',
    (element) => !PREREQUISITES.test(textOf(element).trim() || 'none'),
  ],
]

/** Names the rules of a manifest that are ignored. */
export const listIgnoredRules = (root: XmlElement): string[] =>
  ignored.flatMap(([name, label, matches]) => (findElement(root, name, matches) ? [label] : []))
