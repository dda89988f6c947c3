import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** One source of input and what it does, as WebDriver and WebDriver BiDi both have it. */
export interface InputSource {
  type: 'key' | 'pointer'
  id: string
  actions: readonly object[]
}

/** A tab with cookies of its own, in any browser. */
export interface Tab {
  /** Opens an address and waits until it is loaded. */
  open: (url: string) => Promise<void>
  /** Evaluates an expression in the page. @returns its value, which is a string */
  evaluate: (expression: string) => Promise<string>
  perform: (sources: readonly InputSource[]) => Promise<void>
  /** Takes a picture of the window, as a PNG. */
  takePicture: () => Promise<Buffer>
  /** Lists the errors that no script of the page has caught; empty where the browser does not report them. */
  listErrors: () => readonly string[]
  close: () => Promise<void>
}

export interface Driver {
  newTab: () => Promise<Tab>
  close: () => Promise<void>
}

export interface BrowserKind {
  name: string
  /** Names what is not installed, with the packages of Debian that it is in; undefined when all is there. */
  missing: () => string | undefined
  /** @param directory for the browser's profile */
  launch: (directory: string) => Promise<Driver>
}

/** Finds a program by its name, or by paths of which the first that exists counts. */
export function findProgram(...names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const paths = names.flatMap((name) => (name.startsWith('/') ? [name] : folders.map((folder) => join(folder, name))))
  return paths.find((path) => {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/**
 * Waits for the first match in what a process writes. @returns the part of it in parentheses
 * @throws Error with everything written when the process ends before
 */
export async function waitForOutput(child: ChildProcess, pattern: RegExp): Promise<string> {
  let written = ''
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      written += chunk.toString()
      const found = pattern.exec(written)?.[1]
      if (found !== undefined) resolve(found)
    }
    for (const stream of child.stdio) if (stream && 'on' in stream) stream.on('data', read)
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${child.spawnfile} ended with ${code}: ${written}`)))
  })
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}
