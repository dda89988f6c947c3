import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SOURCE_LANGUAGE } from '#core/contract/languages.ts'
import { BUILD_HEADER } from '#core/contract/start-page.ts'
import { notFound } from '../errors.ts'
import { languageFolders, readBuildId, webDist } from '../web-build.ts'
import { keepBuild } from './earlier-builds.ts'
import { pagePreloads, type PreloadLinks } from './page-preloads.ts'
import { sendVariant, variantOf, webFiles, type WebFile } from './web-files.ts'

const DOCUMENT = 'index.html'
/** The service worker, which stores the files of one language. */
const WORKER = 'sw.js'

/**
 * Serves the built web app: hashed files for ever, precompressed; every other address is the app's own.
 * @param store folder of builds before, whose hashed files are served on; none by default
 */
export async function serveWeb(app: FastifyInstance, store?: string): Promise<void> {
  if (!existsSync(webDist)) return
  await serveFiles(app, webDist, { earlier: store === undefined ? [] : await keepBuild(webDist, store) })
}

interface Serving {
  /** Bytes of files that may be kept in memory; the usual number by default. */
  memory?: number
  /** Folders of builds before, the latest first. */
  earlier?: readonly string[]
}

export async function serveFiles(
  app: FastifyInstance,
  folder: string,
  { memory, earlier = [] }: Serving = {},
): Promise<void> {
  const [files, build, linksFor, languages] = await Promise.all([
    webFiles(folder, memory),
    readBuildId(folder),
    pagePreloads(folder),
    languageFolders(folder),
  ])
  const before = await Promise.all(earlier.map(async (root) => ({ root, files: await webFiles(root, 0) })))
  app.addHook('onSend', async (_request, reply) => {
    reply.header(BUILD_HEADER, build)
  })
  // For what does not fit into memory.
  await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true, cacheControl: false })
  // Files cost next to nothing, and a school that opens the app asks for all of them at once. What is not there counts.
  const options = { schema: { hide: true }, config: { requestLimit: false } } as const
  app.get('/*', options, async (request, reply) => {
    const path = (request.params as { '*': string })['*']
    const language = languages.get(request.language)
    const wanted = isFile(path) ? path : DOCUMENT
    const isOfLanguage = !isFile(path) || path === WORKER
    const file = isApi(path) ? undefined : files.get(isOfLanguage && language ? `${language}/${wanted}` : wanted)
    if (file?.path.endsWith(DOCUMENT)) return answerDocument(app, file, linksFor, request, reply)
    if (file) return answer(file, request, reply)
    for (const { root, files } of before) {
      const old = files.get(path)
      if (old) return reply.headers(HASHED).sendFile(old.path, root)
    }
    await app.countRequest(request)
    throw notFound('Address')
  })
}

const isApi = (path: string) => /^api(\/|$)/.test(path)
/** Addresses of screens have no extension in their last part. */
const isFile = (path: string) => /^assets\/|\.[a-z0-9]+$|(^|\/)\./i.test(path)

/** Headers for showing a page; a style, a font, or a script in a page has no use for them, and comes by the dozen. */
const ofPages = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]
/** A worker obeys the policy that it came with. */
const isPartOfPage = (path: string) => /\.(css|woff2|js)$/.test(path) && !/worker|(^|\/)sw\.js$/.test(path)

const OF_READER = 'accept-encoding, accept-language, cookie'
const HASHED = { 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding' }

/** Folder of a document in another language than English: `es-1a2b3c4d/`. */
const folderOf = ({ path }: WebFile) => path.slice(0, -DOCUMENT.length)

/** Language of a document. An address may name another one than that of the reader. */
const languageOf = (file: WebFile) => folderOf(file).replace(/-[0-9a-f]{8}\/$/, '') || SOURCE_LANGUAGE

/**
 * Answers the document with links to what its address says that the browser will need. It differs by role at most, and no
 * cache gives that of a signed-in user to another.
 */
async function answerDocument(
  app: FastifyInstance,
  file: WebFile,
  linksFor: PreloadLinks,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // Without the database the document still says so.
  const session = await app.findSession(request).catch(() => null)
  reply.headers({
    'cache-control': session ? 'private, no-cache' : 'no-cache',
    vary: OF_READER,
    'content-language': languageOf(file),
  })
  const plain = file.variants.at(-1)
  if (!plain) return reply.sendFile(file.path)
  const folder = folderOf(file)
  const links = linksFor(request.url, session?.user.role).replaceAll('"/assets/', `"/assets/${folder}`)
  const body = Buffer.from(plain.body.toString().replace('</head>', () => `${links}\n</head>`))
  return sendVariant({ ...file, variants: [variantOf(body)] }, request, reply) ?? reply
}

function answer(file: WebFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const hashed = file.path.startsWith('assets/')
  if (isPartOfPage(file.path)) {
    for (const name of ofPages) {
      reply.removeHeader(name)
      reply.raw.removeHeader(name)
    }
  }
  reply.headers(hashed ? HASHED : { 'cache-control': 'no-cache', vary: OF_READER })
  return sendVariant(file, request, reply) ?? reply.sendFile(file.path)
}
