import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { packageProgress, packageState, type PackageProgress } from '#core/contract/files.ts'
import { filesApi } from '#core/web/files.ts'
import { Sandbox } from '#core/web/ui/display/Sandbox.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import type { PackageItem } from '../../../../files/contract.ts'
import { courseFilesApi } from '../../../../files/web/client.ts'
import { AddressLink } from '../../web/AddressLink.tsx'
import type { KindViewProps, LessonFollower } from '../../web/kindProps.ts'
import type { InteractiveDetails } from '../contract.ts'
import { PackageOutline } from './PackageOutline.tsx'
import {
  findNextItem,
  openItem,
  readStates,
  stateOfItem,
  withItem,
  writeStates,
  type PackageStates,
} from './packageStates.ts'
import { useGathered } from './useGathered.ts'

/** Renders a package in a frame without an origin. */
export function InteractiveViewer({ title, details, contentUrl, follower }: KindViewProps<InteractiveDetails>) {
  const { file, startPage, height } = details
  return (
    <Stack>
      {file && <Content key={`${file.id} ${startPage}`} {...{ fileId: file.id, startPage, height, title, follower }} />}
      {!file && <AddressLink href={contentUrl}>Open the content</AddressLink>}
    </Stack>
  )
}

/** Renders a package for its learner, or as a preview for its author, in which no order applies. */
const Content = (props: Omit<PackageProps, 'items'>) =>
  props.follower ? <Package {...props} items={props.follower.packageItems} /> : <PackagePreview {...props} />

function PackagePreview(props: Omit<PackageProps, 'items'>) {
  const file = useQuery(courseFilesApi.getCourseFile({ params: { id: props.fileId } }))
  if (file.isPending) return <Skeleton height={props.height} />
  // A reader who neither takes nor writes the course sees the first page.
  const items = file.data?.package?.items ?? []
  return (
    <Package
      {...props}
      items={items.map((item) => ({ ...item, requires: [], isChoosable: true, isForwardOnly: false }))}
    />
  )
}

interface PackageProps {
  fileId: string
  startPage: string
  height: number
  title: string
  follower: LessonFollower | undefined
  items: readonly PackageItem[]
}

function Package({ fileId, startPage, height, title, follower, items: all }: PackageProps) {
  const items = itemsFrom(all, startPage)
  const [states, setStates] = useState(() => readStates(follower?.packageState ?? '', items))
  const [isTooLarge, setTooLarge] = useState(false)
  const report = useGathered(follower)
  const current = items.find(({ id }) => id === states.at) ?? items[0]
  // Two messages may arrive before the first of them is rendered.
  const latest = useRef(states)
  const keep = (next: PackageStates) => {
    latest.current = next
    setStates(next)
    const state = writeStates(next, items)
    const isKept = packageState.safeParse(state).success
    setTooLarge(!isKept)
    const isFinished = items.every(({ id }) => next.items[id]?.isFinished)
    report({ ...(isKept ? { state } : {}), isFinished })
  }
  const open = (id: string) => keep(openItem(latest.current, id, items))
  const hear = ({ state, isFinished, navigate }: PackageProgress) => {
    // Plain pages have no items, and report their whole state themselves.
    if (!current) return report({ state, isFinished })
    const updated = withItem(latest.current, current.id, { state, isFinished }, items)
    const next = navigate === undefined ? undefined : findNextItem(updated, navigate, items)
    keep(next ? openItem(updated, next.id, items) : updated)
  }
  return (
    <>
      {items.length > 1 && current && <PackageOutline {...{ items, states, current, onOpen: open }} />}
      {isTooLarge && (
        <Banner tone="error">
          This package saves more than can be stored. Your place in it since then is not saved.
        </Banner>
      )}
      <PackageFrame
        key={current?.id ?? ''}
        {...{ fileId, height }}
        title={items.length > 1 && current?.title ? `${title}: ${current.title}` : title}
        page={current?.page ?? startPage}
        search={current?.search ?? ''}
        kept={current ? stateOfItem(states, current) : (follower?.packageState ?? '')}
        onMessage={hear}
      />
    </>
  )
}

/** Returns the items of the package; none if its author sets another start page. */
const itemsFrom = (items: readonly PackageItem[], startPage: string): readonly PackageItem[] =>
  startPage === '' || items[0]?.page === startPage ? items : []

interface PackageFrameProps {
  fileId: string
  page: string
  search: string
  height: number
  title: string
  kept: string
  onMessage: (said: PackageProgress) => void
}

function PackageFrame({ fileId, page, search, ...frame }: PackageFrameProps) {
  const asked = { params: { id: fileId }, query: page === '' ? {} : { page } }
  // A new address would restart it.
  const address = useQuery({ ...filesApi.interactive(asked), staleTime: Infinity, retry: false })
  return (
    <Sandbox
      {...frame}
      src={address.data && address.data.url + search}
      message={packageProgress}
      error={address.error}
      onRetry={address.refetch}
    />
  )
}
