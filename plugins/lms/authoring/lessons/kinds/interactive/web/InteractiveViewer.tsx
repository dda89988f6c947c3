import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { packageProgress, type PackageProgress } from '#core/contract/files.ts'
import { filesApi } from '#core/web/files.ts'
import { Sandbox } from '#core/web/ui/display/Sandbox.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { AddressLink } from '../../web/AddressLink.tsx'
import type { KindViewProps, LessonFollower } from '../../web/kindProps.ts'
import type { InteractiveDetails } from '../contract.ts'

/** Milliseconds in which what a package says is gathered. */
const REPORT_INTERVAL_MS = 5000

/** A package, in a frame without an origin. */
export function InteractiveViewer({ title, details, contentUrl, follower }: KindViewProps<InteractiveDetails>) {
  const { file, startPage, height } = details
  return (
    <Stack>
      {file && <Package key={`${file.id} ${startPage}`} {...{ fileId: file.id, startPage, height, title, follower }} />}
      {!file && <AddressLink href={contentUrl}>Open the content</AddressLink>}
    </Stack>
  )
}

interface PackageProps {
  fileId: string
  startPage: string
  height: number
  title: string
  follower: LessonFollower | undefined
}

function Package({ fileId, startPage, height, title, follower }: PackageProps) {
  const asked = { params: { id: fileId }, query: startPage === '' ? {} : { page: startPage } }
  // A new address would begin it anew.
  const address = useQuery({ ...filesApi.interactive(asked), staleTime: Infinity, retry: false })
  const hear = useGathered(follower)
  return (
    <Sandbox
      src={address.data?.url}
      title={title}
      height={height}
      kept={follower?.packageState ?? ''}
      message={packageProgress}
      onMessage={hear}
      error={address.error}
      onRetry={address.refetch}
    />
  )
}

/** Tells what a package says every few seconds, and at once that it is finished. */
function useGathered(follower: LessonFollower | undefined): (said: PackageProgress) => void {
  const onSaid = useRef(follower?.onSaid)
  const waiting = useRef<Pick<PackageProgress, 'state'>>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    onSaid.current = follower?.onSaid
  })
  const tell = useRef((isFinished: boolean) => {
    clearTimeout(timer.current)
    timer.current = undefined
    if (waiting.current) onSaid.current?.({ ...waiting.current, isFinished })
    waiting.current = undefined
  })
  useEffect(() => {
    const { current: now } = tell
    const leave = () => now(false)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [])
  const isFinished = useRef(false)
  return ({ state, isFinished: isDone = false }) => {
    waiting.current = { ...waiting.current, ...(state === undefined ? {} : { state }) }
    // Once: some say it with each of their pages.
    if (isDone && !isFinished.current) {
      isFinished.current = true
      tell.current(true)
    } else timer.current ??= setTimeout(() => tell.current(isFinished.current), REPORT_INTERVAL_MS)
  }
}
