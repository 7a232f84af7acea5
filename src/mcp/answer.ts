/** What goes out: a text, or a stream that must be closed when nobody reads it any more. */
export type McpAnswer =
  | { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly text: string }
  | {
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      readonly stream: ReadableStream<Uint8Array>
      close(): Promise<void>
    }

/** Before a message is known there is no request to answer, so there is no id. */
export const rpcError = (code: number, message: string): object => ({
  jsonrpc: '2.0',
  error: { code, message },
  id: null,
})

export const jsonRpcError = (status: number, code: number, message: string): McpAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  text: JSON.stringify(rpcError(code, message)),
})
