import { type ChildProcess, spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { createServer } from 'node:net'
import { type BrowserKind, findProgram, stop, type Tab, waitForOutput } from './driver.ts'

const findDriver = () => findProgram('WebKitWebDriver')
const findBrowser = () =>
  findProgram(...globSync('/usr/{lib,libexec}/{*/,}webkit{2gtk-4*,gtk-6*}/MiniBrowser').toSorted(), 'MiniBrowser')
const findDisplay = () => findProgram('Xvfb')

/** Calls an endpoint of WebDriver. @throws Error as the driver says it */
async function call<Value>(method: string, url: string, body?: object): Promise<Value> {
  const answer = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await answer.json()) as { value: Value & { error?: string; message?: string } }
  if (!answer.ok) throw new Error(`${value.error}: ${value.message}`)
  return value
}

async function openTab(driver: string): Promise<Tab> {
  const { sessionId } = await call<{ sessionId: string }>('POST', `${driver}/session`, {
    capabilities: {
      alwaysMatch: { 'webkitgtk:browserOptions': { binary: findBrowser() ?? '', args: ['--automation'] } },
    },
  })
  const session = `${driver}/session/${sessionId}`
  await call('POST', `${session}/window/rect`, { width: 1280, height: 1000 })
  return {
    open: async (url) => {
      await call('POST', `${session}/url`, { url })
    },
    evaluate: (expression) => call('POST', `${session}/execute/sync`, { script: `return ${expression}`, args: [] }),
    perform: async (actions) => {
      await call('POST', `${session}/actions`, { actions })
    },
    takePicture: async () => Buffer.from(await call<string>('GET', `${session}/screenshot`), 'base64'),
    listErrors: () => [],
    close: () => call('DELETE', session),
  }
}

/** Finds a port that is free, since the driver does not say which one it was given. */
async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Waits until the driver answers. @throws Error when it ends before */
async function waitForDriver(child: ChildProcess, url: string): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    const answer = await fetch(`${url}/status`).catch(() => undefined)
    if (answer) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`WebKitWebDriver ended with ${child.exitCode ?? child.signalCode}`)
}

/** WebKitGTK's small browser by WebDriver, on a display that no screen shows. */
export const webkit: BrowserKind = {
  name: 'WebKit',
  missing: () => {
    if (!findDriver() || !findBrowser()) {
      return 'WebKitWebDriver and MiniBrowser (apt-get install webkit2gtk-driver libwebkit2gtk-4.1-0)'
    }
    return findDisplay() ? undefined : 'Xvfb (apt-get install xvfb)'
  },
  launch: async (directory) => {
    const display = spawn(findDisplay() ?? '', ['-displayfd', '3', '-screen', '0', '1280x1024x24'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    })
    const children = [display]
    const close = async () => {
      for (const child of children.toReversed()) await stop(child)
    }
    try {
      const number = await waitForOutput(display, /(\d+)\n/)
      const port = await findFreePort()
      const env = { ...process.env, HOME: directory, DISPLAY: `:${number}`, GDK_BACKEND: 'x11' }
      const driver = spawn(findDriver() ?? '', ['--host=127.0.0.1', `--port=${port}`], { env, stdio: 'ignore' })
      children.push(driver)
      const url = `http://127.0.0.1:${port}`
      await waitForDriver(driver, url)
      return { newTab: () => openTab(url), close }
    } catch (error) {
      await close()
      throw error
    }
  },
}
