import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMessage {
  /** The envelope's sender and recipients: who the message was really handed over for. */
  from: string
  to: string[]
  subject: string
  text: string
  html: string
  /** Header names in lower case. */
  headers: Record<string, string>
  raw: string
}

export interface SmtpRefusal {
  /** An SMTP reply code: 4xx asks the sender to try again later, 5xx is final. */
  code: number
  message: string
}

export interface TestSmtpServer {
  host: string
  port: number
  /** Every message accepted so far, oldest first. */
  messages: readonly ReceivedMessage[]
  /** The user names that signed in; any password is accepted, and none is needed. */
  users: readonly string[]
  /**
   * The first message that satisfies the predicate, received already or within `timeout` milliseconds.
   * @throws with the subjects and recipients seen when none arrives.
   */
  waitFor(predicate: (message: ReceivedMessage) => boolean, timeout?: number): Promise<ReceivedMessage>
  /** Answers every recipient from now on with this refusal; `undefined` accepts again. */
  refuse(refusal: SmtpRefusal | undefined): void
  /** Ends open connections and stops listening: connecting is refused until `up()`. */
  down(): Promise<void>
  /** Listens again, on the same port. */
  up(): Promise<void>
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts an SMTP server on a free port of the loopback interface that keeps what it receives. */
export async function startSmtpServer(): Promise<TestSmtpServer> {
  const host = '127.0.0.1'
  const arrivals = new EventEmitter<{ message: [ReceivedMessage] }>()
  arrivals.setMaxListeners(0)
  const messages: ReceivedMessage[] = []
  const users: string[] = []
  let refusal: SmtpRefusal | undefined
  let server: SMTPServer | undefined
  let port = 0

  async function up() {
    if (server) return
    server = createServer()
    const listener = server.listen(port, host)
    await once(listener, 'listening')
    port = (listener.address() as AddressInfo).port
  }

  async function down() {
    if (!server) return
    const closing = server
    server = undefined
    await new Promise<void>((resolve) => closing.close(resolve))
  }

  function createServer() {
    return new SMTPServer({
      authOptional: true,
      allowInsecureAuth: true,
      // The offered certificate would be self-signed, which a sender rightly rejects.
      disabledCommands: ['STARTTLS'],
      // Senders keep connections open for the next message; closing must not wait for them.
      closeTimeout: 10,
      onAuth(auth, _session, callback) {
        users.push(auth.username ?? '')
        callback(null, { user: auth.username })
      },
      onRcptTo(_address, _session, callback) {
        callback(refusal ? Object.assign(new Error(refusal.message), { responseCode: refusal.code }) : null)
      },
      onData(stream, session, callback) {
        const { mailFrom, rcptTo } = session.envelope
        const recipients = rcptTo.map((recipient) => recipient.address)
        callbackify(() => receive(stream, mailFrom ? mailFrom.address : '', recipients))((error) => callback(error))
      },
    })
  }

  async function receive(stream: NodeJS.ReadableStream, from: string, to: string[]) {
    const raw = await buffer(stream)
    const { subject = '', text = '', html = '', headers } = await PostalMime.parse(raw)
    const message = {
      from,
      to,
      subject,
      text,
      html,
      headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
      raw: raw.toString('utf8'),
    }
    messages.push(message)
    arrivals.emit('message', message)
  }

  function waitFor(predicate: (message: ReceivedMessage) => boolean, timeout = 10_000) {
    const received = messages.find(predicate)
    if (received) return Promise.resolve(received)
    return new Promise<ReceivedMessage>((resolve, reject) => {
      const timer = setTimeout(() => {
        arrivals.off('message', check)
        const seen = messages.map((message) => `  "${message.subject}" to ${message.to.join(', ')}`).join('\n')
        reject(new Error(`No such message within ${timeout} ms. Received:\n${seen || '  nothing'}`))
      }, timeout)
      function check(message: ReceivedMessage) {
        if (!predicate(message)) return
        clearTimeout(timer)
        arrivals.off('message', check)
        resolve(message)
      }
      arrivals.on('message', check)
    })
  }

  await up()
  return {
    host,
    port,
    messages,
    users,
    waitFor,
    refuse: (next) => {
      refusal = next
    },
    up,
    down,
    close: down,
    [Symbol.asyncDispose]: down,
  }
}
