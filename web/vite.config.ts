import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import react from '@vitejs/plugin-react'
import pdfjs from 'pdfjs-dist/package.json' with { type: 'json' }
import { defineConfig } from 'vite'
import { contractCalls, contractFile } from './contractCalls.ts'

const root = fileURLToPath(new URL('../', import.meta.url))

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/** They import all there is of a library, of which little stays. */
const barrel = /node_modules\/(lucide-react|react-aria-components\/dist\/exports\/index)/

/** What is loaded at once, with everything that it imports: one chunk each, and one of what they have in common. */
const loadedAtOnce = {
  /** Around every page: routes, navigation, and what they are made of. */
  app: ['web/App.tsx', 'web/plugins.ts', 'core/web/shell/Shell.tsx'],
  'platform-dashboard': [
    'core/web/pages/SuperAdminPage.tsx',
    'core/web/pages/settings/MaintenanceBanner.tsx',
    'plugins/lms/metrics/web/CourseCatalogCard.tsx',
    'plugins/lms/metrics/web/CourseMetrics.tsx',
    'plugins/tenants/analytics/web/PlatformStats.tsx',
    'plugins/tenants/organizations/web/OrganizationsTable.tsx',
  ],
  'organization-dashboard': [
    'core/web/pages/TenantHomePage.tsx',
    'core/web/pages/second-factor/SecondFactorOffer.tsx',
    'plugins/billing/usage/web/SubscriptionBanner.tsx',
    'plugins/tenant-app/dashboards/web/DashboardPage.tsx',
    'plugins/tenant-app/dashboards/web/TenantDashboard.tsx',
  ],
  /** What opens over a page: the command palette, which is fetched ahead, dialogs and choices. */
  overlays: [
    'core/web/shell/CommandPalette.tsx',
    'core/web/ui/fields/Select.tsx',
    'core/web/ui/overlays/ConfirmDialog.tsx',
  ],
  fields: [
    'core/web/ui/fields/CheckboxGroup.tsx',
    'core/web/ui/fields/NumberField.tsx',
    'core/web/ui/fields/RadioGroup.tsx',
  ],
  /** A course as learners see it, and what the viewers of several kinds of lessons have in common. */
  lesson: ['plugins/lms/learning/web/CoursePage.tsx'],
  viewers: globSync('plugins/lms/lessons/kinds/!(quiz|assessment)/web/*Viewer.tsx', { cwd: root }),
  quiz: globSync('plugins/lms/lessons/kinds/{quiz,assessment}/web/*Viewer.tsx', { cwd: root }),
  /** What forms are made of, with the library that checks them: whoever only reads needs none of it. */
  forms: [
    'core/web/ui/forms/FormFields.tsx',
    'core/web/ui/forms/contractForm.ts',
    'core/web/ui/overlays/DialogForm.tsx',
  ],
}
const beforeKit = ['app', 'platform-dashboard', 'organization-dashboard', 'overlays']

let chunks: Map<string, string> | undefined

/** The chunk of what is loaded at once with something else; null for the rest. */
function chunkOf(id: string, modules: Modules): string | null {
  if (!chunks) {
    chunks = new Map()
    for (const [name, paths] of Object.entries(loadedAtOnce)) {
      for (const one of withImports(paths, modules)) {
        const first = chunks.get(one)
        chunks.set(one, first?.endsWith('dashboard') ? 'app' : (first ?? name))
      }
    }
  }
  return chunks.get(id) ?? null
}

function withImports(paths: readonly string[], modules: Modules): Set<string> {
  const found = new Set<string>()
  const add = (id: string) => {
    if (found.has(id) || barrel.test(id)) return
    found.add(id)
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) add(imported)
  }
  for (const path of paths) {
    const id = `${root}${path}`
    if (!modules.getModuleInfo(id)) throw new Error(`${path} is no part of the app any more`)
    add(id)
  }
  return found
}

const groupOf = (chunk: string, priority: number) => ({
  name: (id: string, modules: Modules) => (chunkOf(id, modules) === chunk ? chunk : null),
  priority,
})

/** Pieces of one plugin that several of its pages have in common. */
const sharedInPlugin = (id: string) => {
  const plugin = /\/plugins\/([\w-]+)\//.exec(id)?.[1]
  return plugin ? `${plugin}-shared` : /\/core\//.test(id) ? 'core-shared' : null
}

export default defineConfig({
  root: fileURLToPath(new URL('./', import.meta.url)),
  plugins: [contractCalls(), react(), vanillaExtractPlugin()],
  server: {
    // Components and contracts live beside web/, in core/ and plugins/.
    fs: { allow: [fileURLToPath(new URL('../', import.meta.url))] },
  },
  build: {
    manifest: true,
    sourcemap: false,
    // The content security policy refuses inline scripts and data: URLs in styles, so everything is a file of its own.
    assetsInlineLimit: 0,
    // Together a dozen kilobytes, packed: fewer than the questions for its fifty parts would cost.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      treeshake: {
        moduleSideEffects: [{ test: contractFile, sideEffects: false }],
        manualPureFunctions: ['z', 'endpoint'],
      },
      output: {
        // pdf.js asks for its decoders by their own names; the folder changes with its version, as hashed names would.
        assetFileNames: ({ originalFileNames }) =>
          originalFileNames.some((name) => name.includes('pdfjs-dist/wasm/'))
            ? `assets/pdfjs-${pdfjs.version}/[name][extname]`
            : 'assets/[name]-[hash][extname]',
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 12 },
            { name: 'icons', test: /node_modules\/lucide-react\//, minShareCount: 3, priority: 3 },
            // A group takes what its modules import and no group before it has.
            ...beforeKit.map((name, index) => groupOf(name, 11 - index)),
            // What contracts are written in, for those who check by them.
            { name: 'schemas', test: /\/node_modules\/zod\/|\/core\/contract\/(fields|paging)\.ts$/, priority: 7 },
            {
              name: 'kit',
              test: /\/core\/web\/ui\/(actions|display|feedback|layout)\//,
              minShareCount: 12,
              priority: 7,
            },
            ...Object.keys(loadedAtOnce)
              .filter((name) => !beforeKit.includes(name))
              .map((name) => groupOf(name, 6)),
            { name: 'icons', test: /node_modules\/lucide-react\//, minShareCount: 3, priority: 3 },
            ...Object.keys(loadedAtOnce).map((name, index) => ({
              name: (id: string, modules: Modules) => (chunkOf(id, modules) === name ? name : null),
              // A group takes what its modules import and no group before it has.
              priority: 10 - index,
            })),
            { name: 'sorting', test: /node_modules\/@dnd-kit\//, priority: 3 },
            { name: 'shared', minShareCount: 20, priority: 2 },
            { name: sharedInPlugin, minShareCount: 3, priority: 1 },
          ],
        },
      },
    },
  },
})
