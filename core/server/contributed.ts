import type { FirstStep } from '#core/contract/first-steps.ts'

/** Hosts, such as `https://player.example` or `https://*.media.example`, from which pages may load content. */
export interface ContentHosts {
  frames?: readonly string[]
  media?: readonly string[]
  pictures?: readonly string[]
}

/** A first step, and the condition for its completion. */
export interface FirstStepToDo extends Omit<FirstStep, 'isDone'> {
  /** SQL condition within the organization's scope that finds a row through an index. */
  done: string
}
