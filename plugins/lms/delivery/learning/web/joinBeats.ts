import { MAX_RECORDING_SECONDS } from '../../../authoring/lessons/kinds/recording-contract.ts'
import { MAX_STRETCHES, type Beat } from '../contract.ts'

/** Merges two beats; undefined if that would lose a page or a stretch. */
export function joinBeats(first: Beat, second: Beat): Beat | undefined {
  const played = [...first.played]
  for (const [from, to] of second.played) {
    const open = played.at(-1)
    if (open?.[1] === from) played[played.length - 1] = [open[0], to]
    else played.push([from, to])
  }
  const isOtherPage = first.page !== undefined && second.page !== undefined && first.page !== second.page
  if (isOtherPage || played.length > MAX_STRETCHES) return undefined
  return {
    ...first,
    ...second,
    played,
    rate: Math.max(first.rate, second.rate),
    seconds: Math.min(first.seconds + second.seconds, MAX_RECORDING_SECONDS),
    ...(first.said || second.said ? { said: joinSaid(first.said, second.said) } : {}),
  }
}

/** Merges the states of a package: the last one counts; once finished it stays finished. */
const joinSaid = (first: Beat['said'], second: Beat['said']): Beat['said'] => ({
  state: second?.state ?? first?.state,
  isFinished: Boolean(first?.isFinished || second?.isFinished),
})
