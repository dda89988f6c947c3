import { childOf, childrenOf, findElement, parseXml, textOf, type XmlElement } from '#core/server/xml.ts'
import { standardOf, type ScormStandard } from '#core/server/files/interactive/scorm.ts'
import {
  listIgnoredRules,
  readCollection,
  readControl,
  readPrerequisites,
  readThresholds,
  type SequencingCollection,
} from './sequencing.ts'
import { MAX_PACKAGE_ITEMS, type PackageFacts, type PackageItem } from '../contract.ts'

/** Maximum characters. */
const MAX_TITLE_LENGTH = 200
const MAX_PATH_LENGTH = 300
const MAX_ADDRESS_LENGTH = 2000
const MAX_LAUNCH_DATA_LENGTH = 4096

interface Resource {
  page: string
  /** Query and fragment of its address. */
  search: string
  isAsset: boolean
}

export interface Manifest extends PackageFacts {
  /** Number of items above a package's maximum; if there are any, no items are returned. */
  leftOut: number
}

/**
 * Reads a SCORM manifest: the title of its organization, and the pages of its items. Unreadable parts are left out; entities
 * that it declares itself are ignored.
 */
export function readManifest(xml: string): Manifest {
  const root = parseXml(xml)
  const organizations = findElement(root, 'organizations')
  const all = organizations ? childrenOf(organizations, 'organization') : []
  const chosen = organizations?.attributes.get('default')
  const organization = all.find(({ attributes }) => attributes.get('identifier') === chosen) ?? all[0]
  const resources = readResources(root)
  const standard = standardOf(textOf(findElement(root, 'schemaversion')))
  const leaves = new Map<string, readonly string[]>()
  const rules = readCollection(root)
  const listed = organization ? listItems(organization, { resources, standard, rules, leaves }, 0) : []
  const leftOut = Math.max(0, listed.length - MAX_PACKAGE_ITEMS)
  // Every item can require every other one: expanding a package that is refused would grow quadratically.
  const items = leftOut > 0 ? [] : listed.map((item) => ({ ...item, requires: expandRequired(item, leaves) }))
  const [first] = resources.values()
  return {
    title: cleanTitle(organization),
    startPage: listed[0]?.page ?? first?.page ?? '',
    standard,
    items,
    notes: listNotes(root, all.length),
    leftOut,
  }
}

const cleanTitle = (element: XmlElement | undefined) =>
  textOf(childOf(element, 'title'))
    .replaceAll(/[\p{Cc}\p{Cs}\p{Bidi_Control}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_TITLE_LENGTH)

function readResources(root: XmlElement): ReadonlyMap<string, Resource> {
  const list = findElement(root, 'resources')
  const manifest = findElement(root, 'manifest')
  return new Map(
    (list ? childrenOf(list, 'resource') : []).flatMap((resource, index): [string, Resource][] => {
      const href = resource.attributes.get('href')
      if (href === undefined || href.trim() === '') return []
      // Authoring tools that omit the trailing slash mean a folder as well.
      const base = [manifest, list, resource]
        .map((element) => (element?.attributes.get('xml:base') ?? '').trim().replace(/(?<=[^/\\])$/, '/'))
        .join('')
      const [path, search] = splitBefore(href.trim(), /[?#]/)
      const type = resource.attributes.get('adlcp:scormtype') ?? resource.attributes.get('adlcp:scormType') ?? 'sco'
      return [
        [
          resource.attributes.get('identifier') ?? `#${index}`,
          { page: resolvePath(base + path), search, isAsset: /^asset$/i.test(type) },
        ],
      ]
    }),
  )
}

function splitBefore(text: string, mark: RegExp): [string, string] {
  const at = text.search(mark)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at)]
}

interface ItemContext {
  resources: ReadonlyMap<string, Resource>
  standard: ScormStandard
  rules: SequencingCollection
  /** Identifiers of the items that open a page, by the identifier of their parent. */
  leaves: Map<string, readonly string[]>
}

/** Item before the chapters that it requires are expanded: its own prerequisites, and those of each chapter around it. */
interface ListedItem extends Omit<PackageItem, 'requires'> {
  requires: readonly (readonly string[])[]
}

/** Lists the items that open a page, in manifest order, at any depth. */
function listItems(
  parent: XmlElement,
  context: ItemContext,
  depth: number,
  around: ListedItem['requires'] = [],
): ListedItem[] {
  const { resources, standard, rules, leaves } = context
  const control = readControl(parent, rules)
  return childrenOf(parent, 'item').flatMap((item, index) => {
    const { attributes } = item
    const resource = resources.get(attributes.get('identifierref') ?? '')
    const id = (attributes.get('identifier') ?? `${depth}-${index}`).slice(0, MAX_TITLE_LENGTH)
    const requires = [...around, readPrerequisites(item)]
    const own: ListedItem[] = resource
      ? [
          {
            id,
            title: cleanTitle(item),
            depth,
            ...resource,
            search: joinParameters(resource.search, attributes.get('parameters') ?? '').slice(0, MAX_ADDRESS_LENGTH),
            isHidden: /^(?:false|0)$/i.test(attributes.get('isvisible') ?? ''),
            launch: {
              ...readLaunchData(item, standard),
              ...(standard === 'scorm-2004' && readThresholds(item, rules)),
            },
            requires,
            ...control,
          },
        ]
      : []
    const all = [...own, ...listItems(item, context, depth + 1, requires)]
    leaves.set(
      id,
      all.map((leaf) => leaf.id),
    )
    return all
  })
}

/** Replaces the chapters that an item requires by their items that open a page. */
function expandRequired({ id, requires }: ListedItem, leaves: ReadonlyMap<string, readonly string[]>): string[] {
  const named = new Set(requires.flat())
  const expanded = new Set([...named].flatMap((required) => leaves.get(required) ?? []))
  expanded.delete(id)
  return [...expanded]
}

/** Joins the parameters of an item to those of its resource, as SCORM 2004 specifies (CAM 3.4.1.12). */
function joinParameters(address: string, written: string): string {
  const parameters = written.trim().replace(/^[?&]+/, '')
  if (parameters === '') return address
  const [query, hash] = splitBefore(address, /#/)
  if (parameters.startsWith('#')) return hash === '' ? query + parameters : address
  const [own, ownHash] = splitBefore(parameters, /#/)
  return `${query}${query === '' ? '?' : '&'}${own}${hash || ownHash}`
}

const launchNames: Record<ScormStandard, Record<string, string>> = {
  'scorm-1.2': {
    datafromlms: 'cmi.launch_data',
    masteryscore: 'cmi.student_data.mastery_score',
    maxtimeallowed: 'cmi.student_data.max_time_allowed',
    timelimitaction: 'cmi.student_data.time_limit_action',
  },
  'scorm-2004': { datafromlms: 'cmi.launch_data', timelimitaction: 'cmi.time_limit_action' },
}

/** Reads the initial values of an item's data model. */
function readLaunchData(item: XmlElement, standard: ScormStandard): Record<string, string> {
  const said = item.children.flatMap((child) => {
    const name = typeof child === 'string' ? undefined : launchNames[standard][child.name]
    const value = typeof child === 'string' ? '' : textOf(child).trim().slice(0, MAX_LAUNCH_DATA_LENGTH)
    return name === undefined || value === '' ? [] : [[name, value] as const]
  })
  return Object.fromEntries(said)
}

/** Lists descriptions of the parts of the manifest that are ignored. */
function listNotes(root: XmlElement, organizations: number): string[] {
  const rules = listIgnoredRules(root)
  return [
    ...(organizations > 1 ? ['The package has several courses. Only its default course is shown.'] : []),
    ...(rules.length > 0 ? [`Sequencing rules of this package are not followed: ${rules.join(', ')}.`] : []),
    ...(findElement(root, 'objective', ({ children }) =>
      children.some((child) => typeof child !== 'string' && child.name === 'mapinfo'),
    )
      ? ['Its parts do not share objectives: each has its own.']
      : []),
  ]
}

/** Resolves an address to a path in the package, as archives spell it. */
function resolvePath(href: string): string {
  const path = decodePath(href).replaceAll('\\', '/')
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/').slice(0, MAX_PATH_LENGTH)
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
