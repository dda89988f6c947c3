import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { KeyboardEvent, SyntheticEvent } from 'react'
import { Button } from '../actions/Button.tsx'
import { ErrorState } from '../feedback/ErrorState.tsx'
import { Select } from '../fields/Select.tsx'
import { Disclosure } from '../layout/Disclosure.tsx'
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx'
import { ChapterList, type MediaChapter } from './ChapterList.tsx'
import type { CaptionTrack } from './mediaItem.ts'
import { clockTime, failureOf } from './playback.ts'
import * as styles from './Player.css.ts'
import { isCommand } from './viewerKeys.ts'
import { useWatching, type Watched } from './watchedStretches.ts'

export interface PlayerProps {
  kind: 'video' | 'audio'
  url: string
  title: string
  captions?: readonly CaptionTrack[] | undefined
  /** The spoken words, in paragraphs. */
  transcript?: string | null | undefined
  /** In their order. */
  chapters?: readonly MediaChapter[] | undefined
  /** Seconds at which it was left; it goes on from there unless that is nearly its end. */
  startAt?: number | undefined
  /**
   * Called with what was played and the position: every ten seconds while it plays, when it is stopped, moved or has
   * ended, and when the user leaves it.
   */
  onWatched?: ((watched: Watched) => void) | undefined
}

const rates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2]
const speeds = rates.map((rate) => ({ id: String(rate), label: `${String(rate)}× speed` }))

/** Seconds that one press goes forward or back. */
const LEAP_SECONDS = 10
/** Seconds after which the chapter that is heard is looked for again. */
const CHAPTER_POLL_SECONDS = 5
/** Share of it after which it begins anew. */
const NEARLY_OVER_SHARE = 0.9

/**
 * A film or a recording, with the browser's own controls; speed, captions, transcript and errors in words beside them.
 * Keys beyond those of the browser while it has the focus: K plays and pauses, J and L go 10 seconds back and forward,
 * < and > change the speed, M mutes, C switches the captions, F fills the screen.
 */
export function Player({
  kind,
  url,
  title,
  captions = [],
  transcript,
  chapters = [],
  startAt = 0,
  onWatched,
}: PlayerProps) {
  const media = useRef<HTMLVideoElement & HTMLAudioElement>(null)
  const [attempt, setAttempt] = useState(0)
  const [rate, setRate] = useState(1)
  const [failure, setFailure] = useState<string>()
  const [resumed, setResumed] = useState<number>()
  const [place, setPlace] = useState(startAt)
  const position = useRef(startAt)
  const watching = useWatching(startAt, onWatched)
  const moveTo = ({ currentTime }: HTMLMediaElement) => {
    position.current = currentTime
    setPlace(currentTime)
  }
  const begin = (element: HTMLMediaElement) => {
    element.playbackRate = rate
    const from = position.current
    if (from <= 0 || from >= element.duration * NEARLY_OVER_SHARE) return
    element.currentTime = from
    if (attempt === 0) setResumed(from)
  }
  const beginIfLoaded = useEffectEvent(() => {
    if (media.current && media.current.readyState >= HTMLMediaElement.HAVE_METADATA) begin(media.current)
  })
  // Media that loads while the page renders is ready before React's event handlers are attached.
  useEffect(() => beginIfLoaded(), [])
  const changeRate = (next: number) => {
    setRate(next)
    if (media.current) media.current.playbackRate = next
  }
  const handlers = {
    onLoadedMetadata: ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => begin(currentTarget),
    onTimeUpdate: ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => {
      position.current = currentTarget.currentTime
      if (Math.abs(position.current - place) >= CHAPTER_POLL_SECONDS) setPlace(position.current)
      watching.follow(currentTarget)
    },
    onPause: ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => {
      moveTo(currentTarget)
      watching.stop(currentTarget)
    },
    onSeeked: ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => {
      moveTo(currentTarget)
      watching.jump(currentTarget)
    },
    onRateChange: ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => {
      setRate(currentTarget.playbackRate)
      watching.changeRate(currentTarget)
    },
    onPlay: () => setResumed(undefined),
    onError: ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) =>
      void failureOf(currentTarget.error, url).then(setFailure),
  }
  const shared = {
    ref: media,
    src: url,
    'aria-label': title,
    controls: true,
    // Enough to know how long it is; a page with several of them loads none whole.
    preload: 'metadata',
    controlsList: 'nodownload',
    ...handlers,
  }
  const tracks = captions.map(({ url: src, label, language }, index) => (
    <track key={src} kind="captions" src={src} label={label} srcLang={language} default={index === 0} />
  ))
  if (failure !== undefined) {
    return (
      <ErrorState
        title={kind === 'video' ? 'This video cannot be played' : 'This recording cannot be played'}
        isFrameless
        onRetry={() => {
          setFailure(undefined)
          setAttempt(attempt + 1)
        }}
      >
        {failure}
      </ErrorState>
    )
  }
  return (
    <div className={styles.player}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys beside those of the browser's controls */}
      <div className={styles.screen} onKeyDown={(event) => actOn(event, media.current, changeRate)}>
        {kind === 'video' ? (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- its captions, where there are any
          <video {...shared} key={attempt} className={styles.video} playsInline>
            {tracks}
          </video>
        ) : (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- as above
          <audio {...shared} key={attempt} className={styles.audio}>
            {tracks}
          </audio>
        )}
      </div>
      <div className={styles.bar}>
        <Select
          label="Speed"
          isLabelHidden
          className={styles.speed}
          options={speeds}
          value={String(rate)}
          onChange={(id) => changeRate(Number(id))}
          placeholder={`${String(rate)}× speed`}
        />
        {resumed !== undefined && (
          <p className={styles.resumed}>
            Goes on at {clockTime(resumed)}.{' '}
            <Button
              size="small"
              onPress={() => {
                setResumed(undefined)
                if (media.current) media.current.currentTime = 0
              }}
            >
              Start over
            </Button>
          </p>
        )}
        <VisuallyHidden role="status">{rate === 1 ? '' : `Speed ${String(rate)}`}</VisuallyHidden>
      </div>
      {chapters.length > 0 && (
        <ChapterList
          chapters={chapters}
          position={place}
          onGo={(seconds) => {
            if (media.current) media.current.currentTime = seconds
          }}
        />
      )}
      {transcript && (
        <Disclosure label="Transcript">
          {() => (
            <div className={styles.transcript}>
              {transcript.split(/\n{2,}/).map((paragraph, index) => (
                <p key={`${String(index)}-${paragraph.slice(0, 20)}`}>{paragraph}</p>
              ))}
            </div>
          )}
        </Disclosure>
      )}
    </div>
  )
}

function actOn(event: KeyboardEvent, media: HTMLMediaElement | null, changeRate: (rate: number) => void): void {
  if (!media) return
  // The browser moves and loudens with arrows; the viewer must not turn to another file.
  if (event.key.startsWith('Arrow')) return event.stopPropagation()
  if (!isCommand(event)) return
  const act = keys[event.key.toLowerCase()]
  if (!act) return
  act(media, changeRate)
  event.preventDefault()
  event.stopPropagation()
}

const nextRate = (rate: number) => rates.find((each) => each > rate) ?? rate
const previousRate = (rate: number) => rates.findLast((each) => each < rate) ?? rate

const keys: Record<string, (media: HTMLMediaElement, changeRate: (rate: number) => void) => void> = {
  k: (media) => void (media.paused ? media.play() : media.pause()),
  j: (media) => (media.currentTime -= LEAP_SECONDS),
  l: (media) => (media.currentTime += LEAP_SECONDS),
  m: (media) => (media.muted = !media.muted),
  c: (media) => {
    const [track] = media.textTracks
    if (track) track.mode = track.mode === 'showing' ? 'hidden' : 'showing'
  },
  f: (media) => void (document.fullscreenElement ? document.exitFullscreen() : media.requestFullscreen?.()),
  '<': (media, changeRate) => changeRate(previousRate(media.playbackRate)),
  '>': (media, changeRate) => changeRate(nextRate(media.playbackRate)),
}
