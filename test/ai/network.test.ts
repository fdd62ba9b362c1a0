import http from 'node:http';
import net, {type AddressInfo} from 'node:net';
import {describe, expect, test} from 'vitest';
import {fetchFor} from '../../source/ai/network.ts';
import {wireServer} from '../helpers/wire-server.ts';

/** A proxy that leads every tunnel to one server and notes where it was asked to go. */
async function proxyTo(port: number) {
	const asked: string[] = [];
	const sockets = new Set<net.Socket>();
	const proxy = http.createServer((request, response) => {
		asked.push(request.url ?? '');
		const onward = http.request(
			{port, host: '127.0.0.1', method: request.method, path: '/'},
			answer => {
				response.writeHead(answer.statusCode ?? 500);
				answer.pipe(response);
			},
		);
		request.pipe(onward);
	});
	proxy.on('connect', (request, client: net.Socket, head) => {
		asked.push(request.url ?? '');
		const server = net.connect(port, '127.0.0.1', () => {
			client.write('HTTP/1.1 200 OK\r\n\r\n');
			server.write(head);
			client.pipe(server).pipe(client);
		});
		for (const socket of [client, server]) {
			sockets.add(socket);
			socket.on('error', () => socket.destroy());
		}
	});
	await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve));
	return {
		asked,
		url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
		close() {
			for (const socket of sockets) socket.destroy();
			proxy.closeAllConnections();
			return new Promise(resolve => proxy.close(resolve));
		},
	};
}

describe('the way to a model', () => {
	test('is that of Node as long as nothing speaks against it', async () => {
		expect(await fetchFor({}, 300_000)).toBe(globalThis.fetch);
		expect(await fetchFor({HTTP_PROXY: '', NO_PROXY: '*'}, 1000)).toBe(globalThis.fetch);
	});

	test('is another one when silence may last longer than Node allows', async () => {
		const patient = await fetchFor({}, 0);
		expect(patient).not.toBe(globalThis.fetch);
		expect(await fetchFor({}, 900_000)).toBe(patient);
		const server = await wireServer({frames: ['data: 1\n\n', 20, 'data: 2\n\n']});
		try {
			const response = await patient(server.url, {
				method: 'POST',
				body: '{"a":1}',
				headers: {'x-a': 'b'},
			});
			expect([response.status, await response.text()]).toEqual([200, 'data: 1\n\ndata: 2\n\n']);
			expect([server.seen[0]?.body, server.seen[0]?.headers['x-a']]).toEqual([{a: 1}, 'b']);
		} finally {
			await server.close();
		}
	});

	test('leads through a proxy that the environment names, except to this machine', async () => {
		const server = await wireServer({frames: ['far']}, {frames: ['near']});
		const proxy = await proxyTo(Number(new URL(server.url).port));
		try {
			const proxied = await fetchFor({http_proxy: proxy.url}, 1000);
			const far = await proxied('http://models.test/v1', {method: 'POST', body: '{}'});
			expect(await far.text()).toBe('far');
			const near = await proxied(server.url);
			expect(await near.text()).toBe('near');
			expect(proxy.asked).toHaveLength(1);
			expect(proxy.asked[0]).toContain('models.test');
		} finally {
			await proxy.close();
			await server.close();
		}
	});

	test('ends when it is aborted', async () => {
		const server = await wireServer({frames: ['data: 1\n\n'], end: 'hang'});
		try {
			const controller = new AbortController();
			const patient = await fetchFor({}, 0);
			const response = await patient(server.url, {signal: controller.signal});
			controller.abort();
			await expect(response.text()).rejects.toThrow(/abort/i);
			await server.seen[0]?.closed;
		} finally {
			await server.close();
		}
	});
});
