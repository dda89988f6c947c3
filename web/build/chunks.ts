import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/** They import all there is of a library, of which little stays. */
const barrel = /node_modules\/(lucide-react|react-aria-components\/dist\/exports\/index)/

/**
 * Modules that are loaded at once, with everything that they import: one chunk each, and one of what they have in
 * common.
 */
const loadedAtOnce = {
  /** Router and the pages that guests open from emails, which need nothing of what is behind a sign-in. */
  router: ['web/App.tsx'],
  /** Modules of every page: routes, navigation and their parts; and the start page of an organization's users. */
  app: [
    'web/plugins.ts',
    'core/web/shell/Shell.tsx',
    // Shown by a student's home: alone it would bring the kit along.
    'core/web/ui/feedback/ProgressBar.tsx',
    'core/contract/endpoint.ts',
    'core/web/pages/TenantHomePage.tsx',
    'core/web/ui/layout/Stack.tsx',
    'plugins/billing/usage/web/SubscriptionBanner.tsx',
    'plugins/tenant-app/scheduling/rosters/web/MarksBanner.tsx',
    'plugins/tenant-app/care/incidents/web/ReportsBanner.tsx',
    'plugins/tenant-app/competition/challenges/web/ScoresBanner.tsx',
    'plugins/tenant-app/portal/run-mode/web/PointsBanner.tsx',
  ],
  'platform-dashboard': [
    'core/web/pages/SuperAdminPage.tsx',
    'core/web/pages/settings/MaintenanceBanner.tsx',
    'plugins/lms/delivery/metrics/web/CourseCatalogCard.tsx',
    'plugins/lms/delivery/metrics/web/CourseMetrics.tsx',
    'plugins/tenants/analytics/web/PlatformStats.tsx',
    'plugins/tenants/organizations/web/OrganizationsTable.tsx',
  ],
  'organization-dashboard': [
    'core/web/pages/second-factor/SecondFactorOffer.tsx',
    'plugins/tenant-app/portal/dashboards/web/DashboardPage.tsx',
    'plugins/tenant-app/portal/dashboards/web/TenantDashboard.tsx',
  ],
  /** Overlays that open over a page: the command palette, which is fetched ahead, and dialogs. */
  overlays: ['core/web/shell/CommandPalette.tsx', 'core/web/ui/overlays/ConfirmDialog.tsx'],
  fields: [
    'core/web/ui/fields/CheckboxGroup.tsx',
    'core/web/ui/fields/NumberField.tsx',
    'core/web/ui/fields/RadioGroup.tsx',
    'core/web/ui/fields/Select.tsx',
  ],
  /** Parts of courses on the home of students, before the page of a course: what both show is loaded without that page. */
  'student-courses': globSync('plugins/lms/student-home/web/Student*.tsx', { cwd: root }),
  /** A course as learners see it, and what the viewers of several kinds of lessons have in common. */
  lesson: ['plugins/lms/course-page/web/CoursePage.tsx'],
  viewers: globSync('plugins/lms/authoring/lessons/kinds/!(quiz|assessment)/web/*Viewer.tsx', { cwd: root }),
  quiz: globSync('plugins/lms/authoring/lessons/kinds/{quiz,assessment}/web/*Viewer.tsx', { cwd: root }),
  /** The home pages of students and families. */
  'student-page': [
    'plugins/tenant-app/portal/family-home/web/FamilyHome.tsx',
    'plugins/tenant-app/portal/own-page/web/OwnPage.tsx',
    'plugins/tenant-app/portal/own-page/web/StudentView.tsx',
  ],
  /** The worker and the sealed sign-in on devices of staff, which come after their page. */
  device: ['core/web/shell/StaffDevice.tsx', 'core/web/deviceSession.ts'],
  /** Parts of forms, with the library that checks them: users who only read need none of it. */
  forms: [
    'core/web/ui/forms/FormFields.tsx',
    'core/web/ui/forms/contractForm.ts',
    'core/web/ui/overlays/DialogForm.tsx',
  ],
}
/** Before the kit, of which they take what they show. */
const first = ['router', 'app', 'platform-dashboard', 'organization-dashboard', 'overlays']

/** Files of the icons by the names under which they are imported, from the one module that has them all. */
function iconFiles(): Map<string, string> {
  const folder = `${root}node_modules/lucide-react/dist/esm/`
  const index = readFileSync(`${folder}lucide-react.mjs`, 'utf8')
  const files = new Map<string, string>()
  for (const [, names, file] of index.matchAll(/^export \{([^}]*)\} from '\.\/(icons\/[\w-]+\.mjs)'/gm)) {
    for (const [, name] of (names ?? '').matchAll(/ as (\w+)/g)) files.set(name ?? '', `${folder}${file ?? ''}`)
  }
  return files
}

function iconsIn(id: string, files: ReadonlyMap<string, string>): string[] {
  if (!/\.tsx?$/.test(id) || !existsSync(id)) return []
  const names = /^import \{([^}]*)\} from 'lucide-react'$/m.exec(readFileSync(id, 'utf8'))?.[1]?.split(',') ?? []
  return names.flatMap((name) => files.get(name.trim()) ?? [])
}

function withImports(paths: readonly string[], modules: Modules): Set<string> {
  const found = new Set<string>()
  const add = (id: string) => {
    if (found.has(id) || barrel.test(id)) return
    found.add(id)
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) add(imported)
  }
  for (const path of paths) {
    if (!existsSync(`${root}${path}`)) throw new Error(`web/build/chunks.ts names ${path}, which is not there`)
    add(`${root}${path}`)
  }
  return found
}

/** The chunk of each module that is loaded at once with something else. */
function chunksOf(modules: Modules): Map<string, string> {
  const chunks = new Map<string, string>()
  const icons = iconFiles()
  for (const [name, paths] of Object.entries(loadedAtOnce)) {
    for (const id of withImports(paths, modules)) {
      const before = chunks.get(id)
      chunks.set(id, before?.endsWith('dashboard') ? 'app' : (before ?? name))
      if (![...first, 'student-page', 'student-courses'].includes(name)) continue
      for (const icon of iconsIn(id, icons)) chunks.set(icon, 'app')
    }
  }
  return chunks
}

/** Pieces of one plugin that several of its pages have in common. */
const sharedInPlugin = (id: string): string | null => {
  const plugin = /\/plugins\/([\w-]+)\//.exec(id)?.[1]
  return plugin ? `${plugin}-shared` : /\/core\//.test(id) ? 'core-shared' : null
}

/**
 * Cuts the app into files, each of which is a request: few for what users see first, and no page loads what only others
 * need. A group takes with its modules what they import and no group before it has; `check-web-build` checks the
 * result.
 */
export function chunkGroups() {
  let chunks: Map<string, string> | undefined
  const loadedTogether = (chunk: string, priority: number) => ({
    name: (id: string, modules: Modules): string | null => {
      chunks ??= chunksOf(modules)
      return chunks.get(id) === chunk ? chunk : null
    },
    priority,
  })
  const rest = Object.keys(loadedAtOnce).filter((name) => !first.includes(name))
  return [
    // The sign-in page, which is all of the entry.
    { name: 'start', tags: ['$initial' as const], priority: 12 },
    ...first.map((name, index) => loadedTogether(name, 11.5 - index)),
    { name: 'icons', test: /\/node_modules\/lucide-react\//, minShareCount: 2, priority: 7 },
    // Schema library of contracts, for modules that validate.
    { name: 'schemas', test: /\/node_modules\/zod\/|\/core\/contract\/(fields|paging)\.ts$/, priority: 6 },
    { name: 'kit', test: /\/core\/web\/ui\/(actions|display|feedback|layout)\//, minShareCount: 12, priority: 6 },
    ...rest.map((name) => loadedTogether(name, 5)),
    { name: 'sorting', test: /\/node_modules\/@dnd-kit\//, priority: 3 },
    { name: 'shared', minShareCount: 20, priority: 2 },
    { name: sharedInPlugin, minShareCount: 3, priority: 1 },
  ]
}
