/** A request, with the option names of `fetch`. */
export interface SentRequest {
  method: string;
  headers: Record<string, string>;
  body: BodyInit | undefined;
  signal: AbortSignal | undefined;
  keepalive?: boolean | undefined;
}

/** Sends a request like `fetch`, and reports the uploaded share of its body, 0 to 1, which `fetch` cannot. */
export function sendWithProgress(
  url: string,
  { method, headers, body, signal }: SentRequest,
  onProgress: (share: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.responseType = "text";
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      if (total > 0) onProgress(loaded / total);
    });
    request.addEventListener("load", () => resolve(responseOf(request)));
    request.addEventListener("error", () => reject(new TypeError("Failed to send")));
    request.addEventListener("abort", () => reject(signal?.reason ?? new TypeError("Aborted")));
    signal?.addEventListener("abort", () => request.abort());
    request.send(body as XMLHttpRequestBodyInit | undefined);
  });
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const hasBody = request.status !== 204 && request.status !== 304;
  return new Response(hasBody ? request.responseText : null, { status: request.status, headers });
}
