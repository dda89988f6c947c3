import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { build } from 'vite'
import { serveFiles } from '#core/server/http/web.ts'
import { temporaryDataDir } from './temporary.ts'

/**
 * Serves a page that shows a part of the kit as those of plugins will, built as the app is:
 * `browserTest([], { web: kitPage(new URL('testing/', import.meta.url)) })`.
 * @param root the folder of its `index.html`
 */
export function kitPage(root: URL) {
  return async (app: FastifyInstance): Promise<void> => {
    const folder = await temporaryDataDir()
    await build({
      configFile: fileURLToPath(new URL('../../web/vite.config.ts', import.meta.url)),
      // Loaded like in web-build.ts: bundled, it would not find files by relative path.
      configLoader: 'native',
      root: fileURLToPath(root),
      logLevel: 'silent',
      build: { outDir: join(folder, 'dist') },
    })
    await serveFiles(app, join(folder, 'dist'))
    app.addHook('onClose', () => rm(folder, { recursive: true }))
  }
}
