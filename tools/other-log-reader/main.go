// Reads the public log with the packages of Go's checksum database, which were written by other people for another log:
// it opens the signed checkpoint, checks every tile against its root, and every entry against the tiles.
//
//	go run main.go https://auction.example/log/1 <verifier key>
//
// docs/proof.md says how to get the packages.
package main

import (
	"encoding/binary"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const width = 256

var address string

func get(path string) ([]byte, error) {
	answer, err := http.Get(address + "/" + path)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", path, answer.Status)
	}
	return io.ReadAll(answer.Body)
}

// tiles reads tiles for Go's package. Its paths name the height, which tlog-tiles leaves out.
type tiles struct{}

func (tiles) Height() int                     { return 8 }
func (tiles) SaveTiles([]tlog.Tile, [][]byte) {}
func (tiles) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	all := make([][]byte, len(wanted))
	for i, tile := range wanted {
		data, err := get(strings.Replace(tile.Path(), "tile/8/", "tile/", 1))
		if err != nil {
			return nil, err
		}
		all[i] = data
	}
	return all, nil
}

// entriesOf splits a bundle: each entry has its length before it, in two bytes.
func entriesOf(bundle []byte) [][]byte {
	var entries [][]byte
	for len(bundle) > 0 {
		length := int(binary.BigEndian.Uint16(bundle))
		entries = append(entries, bundle[2:2+length])
		bundle = bundle[2+length:]
	}
	return entries
}

func check() (int64, error) {
	verifier, err := note.NewVerifier(os.Args[2])
	if err != nil {
		return 0, err
	}
	signed, err := get("checkpoint")
	if err != nil {
		return 0, err
	}
	opened, err := note.Open(signed, note.VerifierList(verifier))
	if err != nil {
		return 0, err
	}
	lines := strings.Split(opened.Text, "\n")
	var size int64
	if _, err := fmt.Sscan(lines[1], &size); err != nil {
		return 0, err
	}
	root, err := tlog.ParseHash(lines[2])
	if err != nil {
		return 0, err
	}
	reader := tlog.TileHashReader(tlog.Tree{N: size, Hash: root}, tiles{})
	for first := int64(0); first < size; first += width {
		tile := tlog.Tile{H: 8, L: 0, N: first / width, W: width}
		if size-first < width {
			tile.W = int(size - first)
		}
		bundle, err := get(strings.Replace(tile.Path(), "tile/8/0/", "tile/entries/", 1))
		if err != nil {
			return 0, err
		}
		for i, entry := range entriesOf(bundle) {
			proof, err := tlog.ProveRecord(size, first+int64(i), reader)
			if err != nil {
				return 0, err
			}
			if err := tlog.CheckRecord(proof, size, root, first+int64(i), tlog.RecordHash(entry)); err != nil {
				return 0, fmt.Errorf("entry %d: %w", first+int64(i), err)
			}
		}
	}
	return size, nil
}

func main() {
	if len(os.Args) != 3 {
		log.Fatal("usage: main ADDRESS VERIFIER-KEY")
	}
	address = strings.TrimSuffix(os.Args[1], "/")
	size, err := check()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("The checkpoint is signed, and all %d entries are in the log.\n", size)
}
