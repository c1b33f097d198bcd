#!/usr/bin/env python3
"""Games with python-chess (PyPI: chess) as the client.

    python3 app/tests/python_chess.py target/release/provebest [OPPONENT COMMAND ...] [--games N] [--base S] [--increment S]

Without an opponent the engine plays itself. Every game is played to its end; an illegal move, a lost connection or a
player out of time ends the script with an error.
"""
import argparse
import sys
import time

import chess
import chess.engine

OPENINGS = ["", "e4 e5", "d4 d5", "c4", "Nf3 Nf6", "e4 c5", "d4 Nf6", "e4 e6", "e4 c6", "d4 f5"]


def play(engines, names, board, base, increment):
    left = [base, base]
    while board.outcome(claim_draw=True) is None:
        side = 0 if board.turn == chess.WHITE else 1
        limit = chess.engine.Limit(white_clock=left[0], black_clock=left[1], white_inc=increment, black_inc=increment)
        begin = time.monotonic()
        # A move that is not legal here raises an EngineError.
        move = engines[side].play(board, limit).move
        took = time.monotonic() - begin
        left[side] -= took
        if left[side] < 0:
            sys.exit(f"{names[side]} is out of time by {-left[side]:.3f} s at move {board.fullmove_number}")
        left[side] += increment
        board.push(move)
    return board.outcome(claim_draw=True)


def analyse(engine):
    """Analysis without end is stopped, and the engine answers meanwhile."""
    for fen in [chess.STARTING_FEN, "8/8/8/5k2/8/2R5/1K3q2/8 w - - 0 1"]:
        with engine.analysis(chess.Board(fen), multipv=2) as analysis:
            for count, info in enumerate(analysis):
                if count > 20 or info.get("depth", 0) > 8:
                    break
            best = analysis.stop() or analysis.wait()
        assert best.move in chess.Board(fen).legal_moves
    engine.ping()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("engine")
    parser.add_argument("opponent", nargs="*")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--base", type=float, default=1.0)
    parser.add_argument("--increment", type=float, default=0.05)
    options, rest = parser.parse_known_args()
    own, other = [options.engine, "uci"], options.opponent + rest or [options.engine, "uci"]
    results = {"1-0": 0, "0-1": 0, "1/2-1/2": 0}
    score = 0.0
    with chess.engine.SimpleEngine.popen_uci(own) as first, chess.engine.SimpleEngine.popen_uci(other) as second:
        analyse(first)
        for number in range(options.games):
            board = chess.Board()
            for san in OPENINGS[number // 2 % len(OPENINGS)].split():
                board.push_san(san)
            engines, names = [first, second], ["provebest", other[0]]
            if number % 2:
                engines.reverse(), names.reverse()
            outcome = play(engines, names, board, options.base, options.increment)
            results[outcome.result()] += 1
            points = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}[outcome.result()]
            score += 1 - points if number % 2 else points
            print(f"{number + 1:>3} {names[0]} - {names[1]} {outcome.result()} {outcome.termination.name.lower()}, {board.ply()} plies", flush=True)
    print(f"{options.games} games: no illegal move, nobody out of time; provebest has {score} points")


main()
