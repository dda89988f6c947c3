import { childOf, childrenOf, findElement, parseXml, textOf, type XmlElement } from '#core/server/xml.ts'
import { standardOf, type ScormStandard } from '#core/server/files/interactive/scorm.ts'
import { MAX_PACKAGE_ITEMS, type PackageFacts, type PackageItem } from '../contract.ts'

/** Characters. */
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
  /** Items beyond those that are kept. */
  leftOut: number
}

/**
 * Reads a manifest of SCORM: the title of its organization, and the pages of its items. Unreadable parts are left out;
 * entities that it declares itself are ignored.
 */
export function readManifest(xml: string): Manifest {
  const root = parseXml(xml)
  const organizations = findElement(root, 'organizations')
  const all = organizations ? childrenOf(organizations, 'organization') : []
  const chosen = organizations?.attributes.get('default')
  const organization = all.find(({ attributes }) => attributes.get('identifier') === chosen) ?? all[0]
  const resources = readResources(root)
  const standard = standardOf(textOf(findElement(root, 'schemaversion')))
  const items = organization ? listItems(organization, { resources, standard }, 0) : []
  const [first] = resources.values()
  return {
    title: cleanTitle(organization),
    startPage: items[0]?.page ?? first?.page ?? '',
    standard,
    items: items.slice(0, MAX_PACKAGE_ITEMS),
    notes: listNotes(root, organization, all.length),
    leftOut: Math.max(0, items.length - MAX_PACKAGE_ITEMS),
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
      const base = [manifest, list, resource].map((element) => element?.attributes.get('xml:base') ?? '').join('')
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
}

/** Lists the items that open a page, in the order of the manifest, however deep they are. */
function listItems(parent: XmlElement, context: ItemContext, depth: number): PackageItem[] {
  const { resources, standard } = context
  return childrenOf(parent, 'item').flatMap((item, index) => {
    const { attributes } = item
    const resource = resources.get(attributes.get('identifierref') ?? '')
    const title = cleanTitle(item)
    const own: PackageItem[] = resource
      ? [
          {
            id: (attributes.get('identifier') ?? `${depth}-${index}`).slice(0, MAX_TITLE_LENGTH),
            title,
            depth,
            ...resource,
            search: joinParameters(resource.search, attributes.get('parameters') ?? '').slice(0, MAX_ADDRESS_LENGTH),
            isHidden: /^(?:false|0)$/i.test(attributes.get('isvisible') ?? ''),
            launch: readLaunchData(item, standard),
          },
        ]
      : []
    return [...own, ...listItems(item, context, depth + 1)]
  })
}

/** Joins the parameters of an item to those of its resource, as SCORM 2004 says (CAM 3.4.1.12). */
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

/** Reads the values of the data model that an item begins with. */
function readLaunchData(item: XmlElement, standard: ScormStandard): Record<string, string> {
  const said = item.children.flatMap((child) => {
    const name = typeof child === 'string' ? undefined : launchNames[standard][child.name]
    const value = typeof child === 'string' ? '' : textOf(child).trim().slice(0, MAX_LAUNCH_DATA_LENGTH)
    return name === undefined || value === '' ? [] : [[name, value] as const]
  })
  return Object.fromEntries(said)
}

const RULES = [
  'preconditionrule',
  'postconditionrule',
  'exitconditionrule',
  'rolluprule',
  'limitconditions',
  'prerequisites',
]

/** Lists, in words, parts of the manifest that are not followed. */
function listNotes(root: XmlElement, organization: XmlElement | undefined, organizations: number): string[] {
  const hasRules = RULES.some((name) => findElement(root, name))
  const control = findElement(
    organization ?? root,
    'controlmode',
    ({ attributes }) => attributes.get('choice') === 'false' || attributes.get('forwardOnly') === 'true',
  )
  return [
    ...(organizations > 1 ? ['The package has several courses. Only its default course is shown.'] : []),
    ...(hasRules || control
      ? ['Its rules for the order of its parts are not followed: learners may open any part at any time.']
      : []),
    ...(findElement(root, 'objective', ({ children }) =>
      children.some((child) => typeof child !== 'string' && child.name === 'mapinfo'),
    )
      ? ['Its parts do not share objectives: each has its own.']
      : []),
  ]
}

/** The path in the package, as files of archives have it. */
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
