import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Role } from '#core/contract/roles.ts'

/** Scripts and first reads of a page, as the build reads them in the declaration of its route. */
interface Page {
  /** `/courses/$courseId`. */
  path: string
  /** True if it needs no session. */
  isPublic: boolean
  scripts: string[]
  /** `/api/tenant/courses/{courseId}`, with parameters of the path or names of the page's search. */
  reads: string[]
  /** Parts that plugins add to it, each for all roles by default. */
  parts: { roles?: Role[]; scripts: string[] }[]
}

interface Pages {
  /** Reads that every document begins with. */
  reads: string[]
  /** Scripts around every page of a signed-in user. */
  app: string[]
  pages: Page[]
}

/** Values that reads may be filled with: ids, and nothing that could mean more than a part of a path. */
const isPlain = (value: string) => /^[\w-]{1,100}$/.test(value)

const isParameter = (segment: string) => segment.startsWith('$')

/** Parameters of the path; undefined where the page has another one. */
function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const [wanted, given] = [pattern.split('/'), path.split('/')]
  if (wanted.length !== given.length) return undefined
  if (!wanted.every((segment, at) => isParameter(segment) || segment === given[at])) return undefined
  return Object.fromEntries(
    wanted.flatMap((segment, at) => (isParameter(segment) ? [[segment.slice(1), given[at] ?? '']] : [])),
  )
}

function fillRead(read: string, values: Record<string, string>): string[] {
  const isKnown = [...read.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => isPlain(values[name] ?? ''))
  return isKnown ? [read.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')] : []
}

/** Links of a document's head, by its address and the role of the signed-in user; undefined for a guest. */
export type PreloadLinks = (url: string, role: Role | undefined) => string

/**
 * Makes the links that let a browser ask at once for what the address already says: scripts of the page, and the answers
 * of the API that it begins with. None of them holds anything of a user but the role that decides on the parts of a page.
 * @param folder of the build; one that says nothing of pages gets no links
 */
export async function pagePreloads(folder: string): Promise<PreloadLinks> {
  const file = join(folder, '.vite/pages.json')
  if (!existsSync(file)) return () => ''
  const { reads: always, app, pages } = JSON.parse(await readFile(file, 'utf8')) as Pages
  // A path with fewer parameters is meant before one with more.
  const sorted = pages.toSorted((one, other) => one.path.split('$').length - other.path.split('$').length)
  return (url, role) => {
    const { pathname, searchParams } = new URL(url, 'http://host')
    const path = pathname === '/' ? pathname : pathname.replace(/\/$/, '')
    const page = sorted.find((one) => matchPath(one.path, path) !== undefined)
    const isShown = page !== undefined && (page.isPublic || role !== undefined)
    const values = { ...Object.fromEntries(searchParams), ...(page && matchPath(page.path, path)) }
    const reads = [...always, ...(isShown ? page.reads.flatMap((read) => fillRead(read, values)) : [])]
    const parts = isShown
      ? page.parts.filter(({ roles }) => roles === undefined || (role !== undefined && roles.includes(role)))
      : []
    const scripts = new Set([
      ...(role === undefined || page?.isPublic ? [] : app),
      ...(isShown ? page.scripts : []),
      ...parts.flatMap((part) => part.scripts),
    ])
    return [
      ...reads.map((read) => `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${read}">`),
      ...[...scripts].map((script) => `<link rel="modulepreload" crossorigin href="/${script}">`),
    ].join('\n')
  }
}
