import { Metadata, ServerInterceptingCall, type ServerInterceptor, status } from '@grpc/grpc-js'

export type User = { readonly name: string; readonly password: string }

const denied = () => {
  const metadata = new Metadata()
  metadata.set('exception', 'access-denied')
  return { code: status.PERMISSION_DENIED, details: 'Access Denied', metadata }
}

/** Lets nobody else call anything. */
export const onlyFor = ({ name, password }: User): ServerInterceptor => {
  const wanted = `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`
  return (_, call) =>
    new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata(metadata, go) {
            if (metadata.get('authorization')[0] === wanted) go(metadata)
            else call.sendStatus(denied())
          },
        }),
    })
}
