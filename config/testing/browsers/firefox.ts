import { spawn } from 'node:child_process'
import { type BrowserKind, findProgram, stop, type Tab, waitForOutput } from './driver.ts'

interface Message {
  id?: number
  method?: string
  result?: unknown
  error?: string
  message?: string
  params?: { type: string; level: string; text: string | null; source: { context?: string } }
}

/** A connection of WebDriver BiDi: commands with their answers, and events. */
class Connection {
  readonly #socket: WebSocket
  readonly #pending = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>()
  readonly #errors = new Map<string, string[]>()
  #lastId = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(data as string) as Message))
    socket.addEventListener('close', () => {
      for (const { reject } of this.#pending.values()) reject(new Error('Firefox closed the connection'))
    })
  }

  static async open(url: string): Promise<Connection> {
    const socket = new WebSocket(url)
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve, { once: true })
      socket.addEventListener('error', () => reject(new Error(`No connection to ${url}`)), { once: true })
    })
    return new Connection(socket)
  }

  send<Result>(method: string, params: object): Promise<Result> {
    this.#lastId += 1
    const id = this.#lastId
    return new Promise<Result>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject })
      this.#socket.send(JSON.stringify({ id, method, params }))
    })
  }

  errorsIn(context: string): readonly string[] {
    return this.#errors.get(context) ?? []
  }

  #receive({ id, result, error, message, method, params }: Message): void {
    if (id !== undefined) {
      const waiting = this.#pending.get(id)
      this.#pending.delete(id)
      if (error) waiting?.reject(new Error(`${error}: ${message}`))
      else waiting?.resolve(result as never)
    } else if (method === 'log.entryAdded' && params?.type === 'javascript' && params.level === 'error') {
      const context = params.source.context ?? ''
      this.#errors.set(context, [...this.errorsIn(context), params.text ?? ''])
    }
  }
}

interface Evaluated {
  type: 'success' | 'exception'
  result?: { value?: string }
  exceptionDetails?: { text: string }
}

async function openTab(connection: Connection): Promise<Tab> {
  const { userContext } = await connection.send<{ userContext: string }>('browser.createUserContext', {})
  const { context } = await connection.send<{ context: string }>('browsingContext.create', { type: 'tab', userContext })
  await connection.send('browsingContext.setViewport', { context, viewport: { width: 1280, height: 900 } })
  return {
    open: async (url) => {
      await connection.send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    evaluate: async (expression) => {
      const answer = await connection.send<Evaluated>('script.evaluate', {
        expression,
        target: { context },
        awaitPromise: true,
      })
      if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.text)
      return answer.result?.value ?? ''
    },
    perform: async (actions) => {
      await connection.send('input.performActions', { context, actions })
    },
    takePicture: async () => {
      const { data } = await connection.send<{ data: string }>('browsingContext.captureScreenshot', { context })
      return Buffer.from(data, 'base64')
    },
    listErrors: () => connection.errorsIn(context),
    close: async () => {
      await connection.send('browser.removeUserContext', { userContext })
    },
  }
}

const findFirefox = () => findProgram('firefox-esr', 'firefox')

/** Firefox by WebDriver BiDi, which it speaks by itself. */
export const firefox: BrowserKind = {
  name: 'Firefox',
  missing: () => (findFirefox() ? undefined : 'firefox-esr (apt-get install firefox-esr)'),
  launch: async (directory) => {
    const flags = ['--headless', '--no-remote', '--profile', directory, '--remote-debugging-port', '0']
    const child = spawn(findFirefox() ?? '', [...flags, 'about:blank'], { env: { ...process.env, HOME: directory } })
    try {
      const address = await waitForOutput(child, /WebDriver BiDi listening on (ws:\/\/\S+)/)
      const connection = await Connection.open(`${address}/session`)
      await connection.send('session.new', { capabilities: {} })
      await connection.send('session.subscribe', { events: ['log.entryAdded'] })
      return {
        newTab: () => openTab(connection),
        close: async () => {
          await connection.send('browser.close', {}).catch(() => undefined)
          await stop(child)
        },
      }
    } catch (error) {
      await stop(child)
      throw error
    }
  },
}
