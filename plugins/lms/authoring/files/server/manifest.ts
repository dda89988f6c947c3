import { childOf, childrenOf, findElement, parseXml, textOf } from '#core/server/xml.ts'
import type { PackageFacts } from '../contract.ts'

/** Characters. */
const MAX_TITLE_LENGTH = 200
const MAX_PATH_LENGTH = 300

/**
 * Reads a manifest of SCORM: the title of its organization, and the page of its first item. Unreadable parts are left
 * out; entities that it declares itself are ignored.
 */
export function readManifest(xml: string): PackageFacts {
  const root = parseXml(xml)
  const organizations = findElement(root, 'organizations')
  const all = organizations ? childrenOf(organizations, 'organization') : []
  const chosen = organizations?.attributes.get('default')
  const organization = all.find(({ attributes }) => attributes.get('identifier') === chosen) ?? all[0]
  const item = organization && findElement(organization, 'item', ({ attributes }) => attributes.has('identifierref'))
  const wanted = item?.attributes.get('identifierref')
  const resources = findElement(root, 'resources')
  const resource = (resources ? childrenOf(resources, 'resource') : []).find(
    ({ attributes }) => attributes.has('href') && (wanted === undefined || attributes.get('identifier') === wanted),
  )
  const bases = [resources, resource].map((element) => element?.attributes.get('xml:base') ?? '')
  const title = textOf(childOf(organization, 'title'))
  const version = textOf(findElement(root, 'schemaversion'))
  return {
    title: title
      .replaceAll(/[\p{Cc}\p{Cs}\p{Bidi_Control}\s]+/gu, ' ')
      .trim()
      .slice(0, MAX_TITLE_LENGTH),
    startPage: resolvePath(bases.join('') + (resource?.attributes.get('href') ?? '')),
    standard: /2004|1\.3/.test(version) ? 'scorm-2004' : 'scorm-1.2',
  }
}

/** The path in the package, without what an address has behind it. */
function resolvePath(href: string): string {
  const [written = ''] = href.split(/[?#]/, 1)
  const path = written.replace(/^(\.?\/)+/, '')
  try {
    return decodeURIComponent(path).slice(0, MAX_PATH_LENGTH)
  } catch {
    return path.slice(0, MAX_PATH_LENGTH)
  }
}
