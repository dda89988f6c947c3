import { subjectOf, type DependencyRule } from '#core/testing/dependencies.ts'

const tests = /[.](test|e2e)[.]tsx?$/
// Subjects are folders of a plugin or of its wings; the kinds of lessons are folders of a subject.
const contract = /^core\/contract\/|^plugins\/[^/]+\/([^/]+\/){0,4}([\w-]+-)?contract[.]ts$/
const browserCode = /^(web|core\/web|plugins\/[^/]+\/([^/]+\/){0,4}web)\/|^plugins\/[^/]+\/web[.]ts$/
const serverCode =
  /^(cli|core\/server|plugins\/[^/]+\/([^/]+\/){0,4}server)\/|^plugins\/[^/]+\/((plugin|personal-data)[.]ts$|(migrations|seed|personal-data)\/)|^knexfile[.]ts$/
const frontDoor = /^plugins\/[^/]+\/(([^/]+\/){0,2}([\w-]+-)?contract[.]ts|plugin[.]ts|web[.]ts)$/
// The roof of a plugin, which composes its subjects, and the ground, on which they stand.
const roof = /^plugins\/[^/]+\/((plugin|web|personal-data)[.]ts$|(seed|personal-data)\/)/
const ground = /^plugins\/[^/]+\/(shared\/|([\w-]+-)?contract[.]ts$)/
const migration = /^(core\/server|plugins\/[^/]+)\/migrations\//
// Helpers for migrations; append-only like them.
const standAlone = new Set(['core/server/database/ownership.ts', 'core/server/database/generated.ts'])
// Modules that draw PDFs, imported by a worker thread. Only the maker and its parts are public.
const drawing =
  /^core\/server\/pdf\/(?!(pdf-maker|parts)[.]ts$)|^plugins\/[^/]+\/([^/]+\/){0,2}server\/draw-[\w-]+[.]ts$/
const drawsWith = /^npm:(pdfkit|fontkit|bidi-js)$/
// The build of the browser code runs in Node although it lies beside it.
const viteConfig = /^web\/(vite[.]config[.]ts$|build\/)/

/** The shape of the import graph. Imports of types alone count as much as others; `no-cycles` is built in. */
export const dependencyRules: DependencyRule[] = [
  {
    name: 'core-knows-no-plugin',
    because:
      'plugins stand on core, tests of core too; web, cli and config compose them, and config/testing tests the whole',
    forbids: ({ from, to }) =>
      within('core', from) && (/^(plugins|web|cli|config\/testing)\//.test(to) || to === 'config/plugins.ts'),
  },
  {
    name: 'contracts-are-isomorphic',
    because:
      'a contract runs in the server and in the browser: it imports zod, the table of HTML entities, and other contracts',
    forbids: ({ from, to }) =>
      contract.test(from) && !tests.test(from) && !contract.test(to) && to !== 'npm:zod' && to !== 'npm:entities',
  },
  {
    name: 'web-never-reaches-server',
    because: 'the browser shares contracts and the brand with the server and calls it over HTTP',
    forbids: ({ from, to }) =>
      browserCode.test(from) &&
      !tests.test(from) &&
      !viteConfig.test(from) &&
      !to.startsWith('npm:') &&
      !(browserCode.test(to) || contract.test(to) || to === 'config/brand.ts'),
  },
  {
    name: 'server-never-reaches-web',
    because: 'the server hands out the built files of the web app and knows nothing of its code',
    forbids: ({ from, to }) => serverCode.test(from) && browserCode.test(to) && !viteConfig.test(to),
  },
  {
    name: 'own-files-relatively',
    because: 'a plugin names its own files by their place beside each other, and everything else from the root',
    forbids: ({ from, to, written }) =>
      within('plugins', from) && within('plugins', to) && within(pluginFolder(to), from) === written.startsWith('#'),
  },
  {
    name: 'only-the-front-door',
    because:
      'a plugin is used through contract.ts, plugin.ts and web.ts, by tests through its testing/ too; the rest may change unseen',
    forbids: ({ from, to }) =>
      within('plugins', to) &&
      !within(pluginFolder(to), from) &&
      !within('config/testing', from) &&
      !frontDoor.test(to) &&
      !(testFile.test(from) && within(`${pluginFolder(to)}/testing`, to)),
  },
  {
    name: 'ground-knows-no-subject',
    because:
      'subjects stand on shared/ and the contract beside it, which import no subject; code there may read a contract',
    forbids: ({ from, to }) =>
      ground.test(from) &&
      !testFile.test(from) &&
      within(pluginFolder(from), to) &&
      subjectOf(to) !== undefined &&
      (contract.test(from) || !contract.test(to)),
  },
  {
    name: 'subjects-know-no-roof',
    because: 'plugin.ts, web.ts, personal-data and seed compose the subjects of a plugin, and no subject needs them',
    forbids: ({ from, to }) =>
      roof.test(to) && within(pluginFolder(to), from) && !roof.test(from) && !testFile.test(from),
  },
  {
    name: 'pdfs-in-their-thread',
    because:
      'parsing a font holds up whoever else is to be answered: `core.pdfs` has a PDF drawn by a module in a thread of its own',
    forbids: ({ from, to }) => !drawing.test(from) && !testFile.test(from) && (drawing.test(to) || drawsWith.test(to)),
  },
  {
    name: 'migrations-stand-alone',
    because: 'a migration does to a database tomorrow what it did yesterday, so it imports no code that changes',
    forbids: ({ from, to }) =>
      (migration.test(from) || standAlone.has(from)) &&
      !standAlone.has(to) &&
      to !== 'npm:knex' &&
      !to.startsWith('node:'),
  },
]

/** A test, or what tests share. */
const testFile = /[.](?:test|e2e)[.]tsx?$|\/testing\//

function within(folder: string, path: string): boolean {
  return path.startsWith(`${folder}/`)
}

function pluginFolder(path: string): string {
  return path.split('/', 2).join('/')
}
