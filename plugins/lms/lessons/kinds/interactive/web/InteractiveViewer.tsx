import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { filesApi } from '#core/web/files.ts'
import { Sandbox } from '#core/web/ui/display/Sandbox.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { AddressLink } from '../../web/AddressLink.tsx'
import type { KindViewProps } from '../../web/kindProps.ts'
import type { InteractiveDetails } from '../contract.ts'

// What a package says is not heard here: whoever counts it listens.
const nothing = z.never()

/** A package, in a frame without an origin. */
export function InteractiveViewer({ title, details, contentUrl }: KindViewProps<InteractiveDetails>) {
  const { file, startPage, height } = details
  return (
    <Stack>
      {file && <Package key={`${file.id} ${startPage}`} {...{ fileId: file.id, startPage, height, title }} />}
      {!file && <AddressLink href={contentUrl}>Open the content</AddressLink>}
    </Stack>
  )
}

interface PackageProps {
  fileId: string
  startPage: string
  height: number
  title: string
}

function Package({ fileId, startPage, height, title }: PackageProps) {
  const asked = { params: { id: fileId }, query: startPage === '' ? {} : { page: startPage } }
  // A new address would begin it anew.
  const address = useQuery({ ...filesApi.interactive(asked), staleTime: Infinity, retry: false })
  return (
    <Sandbox
      src={address.data?.url}
      title={title}
      height={height}
      message={nothing}
      onMessage={() => undefined}
      error={address.error}
      onRetry={address.refetch}
    />
  )
}
