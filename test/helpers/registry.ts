import {createHash} from 'node:crypto';
import http from 'node:http';
import type {AddressInfo} from 'node:net';
import {gzipSync} from 'node:zlib';
import {onTestFinished} from 'vitest';

type Files = Readonly<Record<string, string>>;

function tarHeader(name: string, size: number): Buffer {
	const header = Buffer.alloc(512);
	header.write(`package/${name}`, 0, 100);
	header.write('0000644\0', 100);
	header.write('0000000\0', 108);
	header.write('0000000\0', 116);
	header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
	header.write('00000000000\0', 136);
	header.write('        ', 148);
	header.write('0', 156);
	header.write('ustar\x0000', 257);
	const sum = header.reduce((total, byte) => total + byte, 0);
	header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
	return header;
}

function tarball(files: Files): Buffer {
	const parts = Object.entries(files).flatMap(([name, text]) => {
		const content = Buffer.from(text);
		const padding = Buffer.alloc((512 - (content.length % 512)) % 512);
		return [tarHeader(name, content.length), content, padding];
	});
	return gzipSync(Buffer.concat([...parts, Buffer.alloc(1024)]));
}

type Release = {readonly manifest: object; readonly archive: Buffer; integrity: string};

/** A registry on the loopback that speaks as much of npm's protocol as an installation needs. */
export async function startRegistry() {
	const packages = new Map<string, Map<string, Release>>();
	const server = http.createServer((request, response) => {
		const [, name = '', version] = /^\/([^/]+)(?:\/-\/(.+)\.tgz)?$/.exec(request.url ?? '') ?? [];
		const releases = packages.get(decodeURIComponent(name));
		if (!releases) {
			response.writeHead(404, {'content-type': 'application/json'}).end('{}');
			return;
		}

		if (version !== undefined) {
			response.end(releases.get(version)?.archive);
			return;
		}

		const versions = [...releases].map(([number, {manifest, integrity}]) => [
			number,
			{...manifest, dist: {tarball: `${url}${name}/-/${number}.tgz`, integrity}},
		]);
		const latest = [...releases.keys()].at(-1);
		response.writeHead(200, {'content-type': 'application/json'}).end(
			JSON.stringify({
				name: decodeURIComponent(name),
				'dist-tags': {latest},
				versions: Object.fromEntries(versions),
			}),
		);
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	const {port} = server.address() as AddressInfo;
	const url = `http://127.0.0.1:${port}/`;
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return {
		url,
		publish(name: string, version: string, files: Files, more: object = {}) {
			const manifest = {name, version, ...more};
			const archive = tarball({'package.json': JSON.stringify(manifest), ...files});
			const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
			const releases = packages.get(name) ?? new Map<string, Release>();
			packages.set(name, releases.set(version, {manifest, archive, integrity}));
			return integrity;
		},
		/** From here on the registry claims another integrity than the archive has. */
		forge(name: string, version: string) {
			const release = packages.get(name)?.get(version);
			if (release) release.integrity = `sha512-${Buffer.alloc(64).toString('base64')}`;
		},
	};
}
