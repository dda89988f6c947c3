import type { FirstStep } from '#core/contract/first-steps.ts'

/** Hosts, such as `https://player.example` or `https://*.media.example`, from which pages may show something. */
export interface ContentHosts {
  frames?: readonly string[]
  media?: readonly string[]
  pictures?: readonly string[]
}

/** A first step, and how it is told that it is done. */
export interface FirstStepToDo extends Omit<FirstStep, 'isDone'> {
  /** A condition of SQL over what the organization itself sees, which finds a row through an index. */
  done: string
}
