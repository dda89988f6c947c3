import { useCallback, useEffect, useRef } from 'react'

/** Seconds of a recording, the second not before the first. */
export type Stretch = readonly [from: number, to: number]

/** Stretches that a user has watched or heard since the last report. */
export interface Watched {
  played: readonly Stretch[]
  /** Position, in seconds. */
  place: number
  /** Length of the whole recording, in seconds, where the browser knows it. */
  duration: number | undefined
  /** Speed of playback; 1 is as it was recorded. */
  rate: number
}

/** Seconds between two reports while it plays. */
const REPORT_SECONDS = 10
/** Seconds of real time within which a playing browser reports its position, even in the background. */
const MAX_SILENCE_SECONDS = 3

/** Collects played stretches from the positions reported by a browser; jumps separate them. */
export function playedStretches(start = 0) {
  let stretches: [number, number][] = []
  let last = start
  return {
    /** It is at a place by playing, or without: then nothing was played in between. */
    reach(place: number, { isPlaying, rate }: { isPlaying: boolean; rate: number }): void {
      const isPlayed = isPlaying && place > last && place - last <= MAX_SILENCE_SECONDS * rate
      const open = stretches.at(-1)
      if (isPlayed && open?.[1] === last) open[1] = place
      else if (isPlayed) stretches.push([last, place])
      last = place
    },
    place: () => last,
    /** Returns the stretches that were played since the last call. */
    take(): Stretch[] {
      const taken = stretches
      stretches = []
      return taken
    },
  }
}

/**
 * Reports played stretches: every ten seconds, when it stops, jumps or changes its speed, and when the page is left or its
 * part of it goes away.
 */
export function useWatching(startAt: number, onWatched: ((watched: Watched) => void) | undefined) {
  const stretches = useRef(playedStretches(startAt))
  const told = useRef({ at: 0, place: startAt })
  const rate = useRef(1)
  const duration = useRef<number>(undefined)
  const listener = useRef(onWatched)
  useEffect(() => {
    listener.current = onWatched
  })
  const tell = useCallback(() => {
    const place = stretches.current.place()
    const played = stretches.current.take()
    if (played.length === 0 && place === told.current.place) return
    told.current = { at: Date.now(), place }
    listener.current?.({ played, place, duration: duration.current, rate: rate.current })
  }, [])
  useEffect(() => {
    const tellWhenHidden = () => document.visibilityState === 'hidden' && tell()
    document.addEventListener('visibilitychange', tellWhenHidden)
    window.addEventListener('pagehide', tell)
    return () => {
      document.removeEventListener('visibilitychange', tellWhenHidden)
      window.removeEventListener('pagehide', tell)
      tell()
    }
  }, [tell])
  const reach = ({ currentTime, duration: seconds, playbackRate }: HTMLMediaElement, isPlaying: boolean) => {
    // A stream has no duration, and before loading it is unknown.
    if (Number.isFinite(seconds) && seconds > 0) duration.current = seconds
    stretches.current.reach(currentTime, { isPlaying, rate: playbackRate })
  }
  return {
    /** It has come to where it is by playing. */
    follow(media: HTMLMediaElement): void {
      if (media.seeking) return
      reach(media, !media.paused)
      if (told.current.at === 0) told.current.at = Date.now()
      if (Date.now() - told.current.at >= REPORT_SECONDS * 1000) tell()
    },
    /** It stops where it is. */
    stop(media: HTMLMediaElement): void {
      reach(media, !media.seeking)
      tell()
    },
    /** It was moved to where it is. */
    jump(media: HTMLMediaElement): void {
      reach(media, false)
      tell()
    },
    /** Plays what follows at another speed. */
    changeRate({ playbackRate }: HTMLMediaElement): void {
      tell()
      rate.current = playbackRate
    },
  }
}
